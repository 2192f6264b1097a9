import type { ColumnDefinitionBuilder } from "kysely";

export const notNull = (column: ColumnDefinitionBuilder) => column.notNull();
export const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
export const key = (column: ColumnDefinitionBuilder) => column.primaryKey();
export const ofUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references("user.id").onDelete("cascade");
export const userKey = (column: ColumnDefinitionBuilder) =>
  column.primaryKey().references("user.id").onDelete("cascade");

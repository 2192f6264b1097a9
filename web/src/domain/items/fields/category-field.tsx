import type { CategoryRow } from "@shelv/contract/rows/category";
import { IconCheck } from "@tabler/icons-react";
import { itemFormWords as words } from "#words/screens/items";
import { FieldGroup } from "#ui/forms/field-group.tsx";
import styles from "./category-field.module.css";

type CategoryFieldProps = {
  categories: readonly CategoryRow[];
  value: readonly string[];
  onChange: (categoryIds: string[]) => void;
};

export function CategoryField({ categories, value, onChange }: CategoryFieldProps) {
  if (categories.length === 0) return null;
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...value, id] : value.filter((of) => of !== id));
  return (
    <FieldGroup legend={words.categories}>
      <div className={styles["choices"]}>
        {categories.map(({ id, name }) => (
          <label key={id} className={styles["choice"]}>
            <input
              type="checkbox"
              className={styles["box"]}
              checked={value.includes(id)}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
            <span className={styles["mark"]} aria-hidden="true">
              <IconCheck size={16} stroke={3} />
            </span>
            <span dir="auto">{name}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

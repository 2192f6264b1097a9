import * as v from "valibot";

/** A form's text field that contains JSON. */
export const jsonField = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.string(), v.parseJson(undefined, "This is not JSON"), schema);

/** A text file as it is. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}

/** A text file as a string. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}

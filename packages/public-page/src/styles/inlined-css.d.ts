/** A style sheet as text, with its imports inlined; the build minifies it. */
declare module "*.css?inline" {
  const css: string;
  export default css;
}

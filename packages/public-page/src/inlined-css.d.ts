/** A style sheet as text, its imports folded in; minified in the build. */
declare module "*.css?inline" {
  const css: string;
  export default css;
}

/** A style sheet as text with its imports inlined; minified in the build. */
declare module "*.css?inline" {
  const css: string;
  export default css;
}

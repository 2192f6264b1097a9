/** With imports inlined; minified in the build. */
declare module "*.css?inline" {
  const css: string;
  export default css;
}

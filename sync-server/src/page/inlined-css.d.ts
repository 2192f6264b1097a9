/** A style sheet with its imports inlined; minified in the build. */
declare module "*.css?inline" {
  const css: string;
  export default css;
}

/** The public page's site marks. */
declare module "*.svg?raw" {
  const svg: string;
  export default svg;
}

import { relative, sep } from "node:path";
import { refuseImport } from "./import-direction.ts";

/** What the rule reads of it. */
interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  report(problem: { message: string; node: ImportNode }): void;
}
interface ImportNode {
  readonly source: { readonly value?: unknown } | null;
}

const importDirection = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join("/");
    const check = (node: ImportNode) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = refuseImport(file, specifier);
      if (message !== undefined) context.report({ message, node });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export default { meta: { name: "shelv" }, rules: { "import-direction": importDirection } };

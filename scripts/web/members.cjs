// The names of members of interfaces and literal types that are internal to the sources: not those
// of a type that the package exports, a class that keeps its members' names, an enum, a page, a
// test or a library. JSON and texts refer to members by name, so no word of a text without spaces
// is among them.
const path = require("node:path");
const ts = require("typescript");

/**
 * Returns the names in the client in a folder.
 *
 * @param isShort - Returns whether a member of a class gets a short name from its class.
 */
function membersOfInterfaces(program, client, isShort) {
  const checker = program.getTypeChecker();
  const source = path.join(client, "src") + path.sep;
  const offered = offeredBy(checker, ["index.ts", "miniProgram.ts", "offline.ts"].map((name) =>
    program.getSourceFile(source + name)));
  const [found, others] = [new Set(), new Set()];
  for (const file of program.getSourceFiles()) {
    const isClients = file.fileName.startsWith(source);
    const visit = (node, isOffered) => {
      const isFree = isClients && !isOffered && !offered.has(node);
      const isMember = ts.isTypeElement(node) || ts.isEnumMember(node) || file.isDeclarationFile
        || (isOfClass(node) && !isPrivate(node) && !isShort(node));
      if (isMember && node.name && ts.isIdentifier(node.name)) {
        const isOwn = isFree && ts.isTypeElement(node);
        (isOwn ? found : others).add(node.name.text);
      } else if (isText(node) && !ts.isImportDeclaration(node.parent)
        && !ts.isExportDeclaration(node.parent)) {
        const words = /\s/.test(node.text) ? [] : node.text.match(/[a-z_]\w*/gi) ?? [];
        for (const word of words) others.add(word);
      }
      ts.forEachChild(node, (child) => visit(child, !isFree));
    };
    visit(file, false);
  }
  return new Set([...found].filter((name) => !others.has(name)));
}

/** Returns the declarations that modules export, and those that their types refer to. */
function offeredBy(checker, modules) {
  const offered = new Set();
  const offer = (named) => {
    const isAlias = named && named.flags & ts.SymbolFlags.Alias;
    const { declarations = [] } = (isAlias ? checker.getAliasedSymbol(named) : named) ?? {};
    for (const declaration of declarations.filter((each) => !offered.has(each))) {
      offered.add(declaration);
      visit(declaration);
    }
  };
  const visit = (node) => {
    if (ts.isBlock(node) || (isOfClass(node) && isPrivate(node))) return;
    if (ts.isTypeReferenceNode(node)) offer(checker.getSymbolAtLocation(node.typeName));
    if (ts.isTypeQueryNode(node)) offer(checker.getSymbolAtLocation(node.exprName));
    if (ts.isExpressionWithTypeArguments(node)) offer(checker.getSymbolAtLocation(node.expression));
    ts.forEachChild(node, visit);
  };
  for (const module of modules) {
    checker.getExportsOfModule(checker.getSymbolAtLocation(module)).forEach(offer);
  }
  return offered;
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
}

function isOfClass(node) {
  return ts.isClassElement(node) || ts.isParameterPropertyDeclaration(node, node.parent);
}

function isPrivate(member) {
  return Boolean(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private);
}

/** Returns whether an identifier is in the position of a member's name. */
function namesMember(identifier) {
  const { parent } = identifier;
  if (ts.isBindingElement(parent)) {
    return ts.isObjectBindingPattern(parent.parent)
      && identifier === (parent.propertyName ?? parent.name);
  }
  return parent.name === identifier && (ts.isPropertyAccessExpression(parent)
    || ts.isObjectLiteralElement(parent) || ts.isTypeElement(parent));
}

module.exports = { membersOfInterfaces, namesMember };

// Copies the sources of the web client, its pages and its tests, with short names for what only the
// sources see: private members of classes, and members of classes that the package does not offer,
// but for those of interfaces that they implement; and members of interfaces that members.cjs finds.
// A class that stands for a type without saying so the compiler finds in the copies.
//
// usage: node shorten.cjs INTO
//
// The copies lie in INTO as the sources lie in the repository. Short names begin with `$`, which
// esbuild takes away by INTO/names.json: so they hide no variable. Each class has names of its own,
// the most used ones first, as a private name `#x` would; minifiers do that with `#x` only. Members
// of interfaces of one name have one short name everywhere.
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { membersOfInterfaces, namesMember } = require("./members.cjs");

const ROOT = path.resolve(__dirname, "../..");
const CLIENT = path.join(ROOT, "Sources/InteractionWeb/Client");
// In the order in which terser gives them to variables, more or less.
const LETTERS = [..."teisnroahldcufgpmvkEywbAxjONTMSDRCILBFGHJKPQUVWXYZzq"];

const { config } = ts.readConfigFile(path.join(CLIENT, "tsconfig.json"), ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, CLIENT);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(ROOT + path.sep));
const files = own.filter((file) => !file.isDeclarationFile);

/** Every identifier of the sources. */
function* identifiers(node) {
  if (ts.isIdentifier(node)) yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* identifiers(child);
}

/** What the package offers. */
const offered = new Set(
  checker
    .getExportsOfModule(
      checker.getSymbolAtLocation(program.getSourceFile(path.join(CLIENT, "src/index.ts"))))
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

/** The class whose member a declaration is, if only the sources can name the member. */
function ownerOf(declaration) {
  const owner = ts.isParameter(declaration) ? declaration.parent.parent : declaration.parent;
  const isMember = ts.isParameter(declaration)
    ? ts.isParameterPropertyDeclaration(declaration, declaration.parent)
    : ts.isClassElement(declaration) && declaration.name && ts.isIdentifier(declaration.name);
  if (!isMember || !ts.isClassDeclaration(owner)) return undefined;
  if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) return owner;
  const isOffered = offered.has(checker.getSymbolAtLocation(owner.name));
  const isInherited = (owner.heritageClauses ?? []).some(({ types }) => types.some((type) =>
    checker.getTypeAtLocation(type).getProperty(declaration.name.text)));
  return isOffered || isInherited ? undefined : owner;
}

/** What an identifier stands for: the declaration of a member, or of a parameter that is one. */
function declarationOf(identifier) {
  const { parent } = identifier;
  let symbol = checker.getSymbolAtLocation(identifier);
  if (ts.isShorthandPropertyAssignment(parent)) {
    symbol = checker.getShorthandAssignmentValueSymbol(parent);
  } else if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)
    && identifier === (parent.propertyName ?? parent.name)) {
    symbol = checker.getTypeAtLocation(parent.parent).getProperty(identifier.text);
  }
  // The getter and the setter of a property have one name.
  return symbol?.declarations?.[0];
}

const shared = membersOfInterfaces(program, CLIENT, (member) => Boolean(ownerOf(member)));
/** What is written instead of identifiers, by their file. */
const edits = new Map(files.map((file) => [file, []]));
/** @param isKey - Whether `{ x }` in a literal stands for a member `x`, not for a value. */
function write(identifier, name, isKey = false) {
  const { parent, text } = identifier;
  const start = identifier.getStart();
  const written = ts.isShorthandPropertyAssignment(parent)
    ? isKey ? `${name}: ${text}` : `${text}: ${name}`
    : ts.isBindingElement(parent) && !parent.propertyName && parent.name === identifier
      && ts.isObjectBindingPattern(parent.parent) ? `${name}: ${text}` : name;
  edits.get(identifier.getSourceFile()).push({ start, end: identifier.end, written });
}

/** The uses of each member of a class that gets a short name, by the class. */
const uses = new Map();
/** The uses of each name of members of interfaces that gets a short one. */
const usesOfShared = new Map();
/** Names of one letter that members have as they are. */
const taken = new Set();
for (const file of files) {
  for (const identifier of identifiers(file)) {
    if (identifier.text.length === 1 && namesMember(identifier)) taken.add(identifier.text);
    const declaration = declarationOf(identifier);
    const owner = declaration && files.includes(declaration.getSourceFile())
      && ownerOf(declaration);
    if (!owner) {
      const { text } = identifier;
      if (shared.has(text) && namesMember(identifier)) {
        usesOfShared.set(text, [...(usesOfShared.get(text) ?? []), identifier]);
      }
      continue;
    }
    const members = uses.get(owner) ?? uses.set(owner, new Map()).get(owner);
    members.set(declaration, [...(members.get(declaration) ?? []), identifier]);
  }
}

const free = LETTERS.filter((letter) => !taken.has(letter));
const names = [...free, ...free.flatMap((a) => free.map((b) => a + b))];
// No class has members both of its own and of an interface that only the sources see.
for (const members of [usesOfShared, ...uses.values()]) {
  const sorted = [...members.values()].sort((a, b) => b.length - a.length);
  sorted.forEach((identifiers, place) => {
    for (const identifier of identifiers) {
      write(identifier, `$${names[place]}`, members === usesOfShared);
    }
  });
}

const into = path.resolve(process.argv[2]);
for (const [file, found] of edits) {
  let { text } = file;
  for (const { start, end, written } of found.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + written + text.slice(end);
  }
  const copy = path.join(into, path.relative(ROOT, file.fileName));
  mkdirSync(path.dirname(copy), { recursive: true });
  writeFileSync(copy, text);
}
for (const { fileName } of [...own.filter((file) => file.isDeclarationFile),
  { fileName: path.join(CLIENT, "tsconfig.json") }]) {
  cpSync(fileName, path.join(into, path.relative(ROOT, fileName)));
}
writeFileSync(path.join(into, "names.json"),
  JSON.stringify(Object.fromEntries(names.map((name) => [`$${name}`, name]))));

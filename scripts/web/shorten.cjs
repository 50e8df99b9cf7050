// Copies the sources of the web client, its pages and its tests, with short names for internal
// members: private members of classes; members of classes that the package does not export, except
// those of interfaces that they implement; and members of interfaces that members.cjs finds. The
// copies do not compile if a class conforms to a type implicitly.
//
// usage: node shorten.cjs INTO
//
// The copies have the same paths in INTO as the sources in the repository. Short names begin with
// `$`, so that they shadow no variable; esbuild removes it by INTO/names.json. Each class has its
// own short names, the most used members first, as minifiers do for private names `#x` only.
// Members of interfaces with one name share a short name everywhere.
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { membersOfInterfaces, namesMember } = require("./members.cjs");

const ROOT = path.resolve(__dirname, "../..");
const CLIENT = path.join(ROOT, "Sources/InteractionWeb/Client");
// Roughly the order in which terser assigns them to variables.
const LETTERS = [..."teisnroahldcufgpmvkEywbAxjONTMSDRCILBFGHJKPQUVWXYZzq"];

const { config } = ts.readConfigFile(path.join(CLIENT, "tsconfig.json"), ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, CLIENT);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(ROOT + path.sep));
const files = own.filter((file) => !file.isDeclarationFile);

/** Yields every identifier of the sources. */
function* identifiers(node) {
  if (ts.isIdentifier(node)) yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* identifiers(child);
}

/** The declarations that the built modules export. */
const offered = new Set(
  ["index.ts", "offline.ts"]
    .map((name) => program.getSourceFile(path.join(CLIENT, "src", name)))
    .flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(file)))
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

/** Returns the class of a member's declaration, if the member is internal to the sources. */
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

/**
 * Returns the declaration of the member, or of the parameter property, that an identifier refers
 * to.
 */
function declarationOf(identifier) {
  const { parent } = identifier;
  let symbol = checker.getSymbolAtLocation(identifier);
  if (ts.isShorthandPropertyAssignment(parent)) {
    symbol = checker.getShorthandAssignmentValueSymbol(parent);
  } else if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)
    && identifier === (parent.propertyName ?? parent.name)) {
    symbol = checker.getTypeAtLocation(parent.parent).getProperty(identifier.text);
  }
  // The getter and the setter of a property share a name.
  return symbol?.declarations?.[0];
}

const shared = membersOfInterfaces(program, CLIENT, (member) => Boolean(ownerOf(member)));
/** The replacements of identifiers, by file. */
const edits = new Map(files.map((file) => [file, []]));
/** @param isKey - True if `{ x }` in a literal refers to a member `x`, not to a value. */
function write(identifier, name, isKey = false) {
  const { parent, text } = identifier;
  const start = identifier.getStart();
  const written = ts.isShorthandPropertyAssignment(parent)
    ? isKey ? `${name}: ${text}` : `${text}: ${name}`
    : ts.isBindingElement(parent) && !parent.propertyName && parent.name === identifier
      && ts.isObjectBindingPattern(parent.parent) ? `${name}: ${text}` : name;
  edits.get(identifier.getSourceFile()).push({ start, end: identifier.end, written });
}

/** The uses of each class member that gets a short name, by class. */
const uses = new Map();
/** The uses of each name of interface members that gets a short one. */
const usesOfShared = new Map();
/** The one-letter names that members already have. */
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
// No class has members both of its own and of an internal interface.
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

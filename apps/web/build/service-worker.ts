import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'
import { type BuiltChunk, preloadsOf } from './first-load.ts'

/** What the frame asks for right after the first page, and the page shown without the network. */
const shellModule = /\/apps\/web\/(?:frame\/after-page|installed\/offline-page)\.tsx$/

/**
 * Writes the service worker of this build, `/sw.js`, with the names of its files, and the build's name into the page. The name
 * is a hash of every file's name and content, so that two builds of the same sources are one build.
 */
export function serviceWorker(root: string, source: string): Plugin {
  return {
    name: 'bolsillo-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build has no page')
        const contents = Object.entries(bundle).map(
          ([name, file]) => [name, file.type === 'chunk' ? file.code : file.source] as const,
        )
        const name = buildName(contents)
        page.source = withBuild(String(page.source), name)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const builtWith = {
          build: name,
          shell: [...shellOf(root, chunks), ...fontsOf(String(page.source))],
          files: Object.keys(bundle).filter(isKept).toSorted(),
        }
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundled(source, builtWith) })
      },
    },
  }
}

/** Files a page asks for: the lists of licenses are read by few, and the captcha's worker only with a network. */
function isKept(file: string): boolean {
  return /^assets\/.*\.(?:js|woff2)$/.test(file)
}

/** The name of a build: the first 16 digits of a SHA-256 over the names and contents of its files. */
export function buildName(contents: ReadonlyArray<readonly [string, string | Uint8Array]>): string {
  const hash = createHash('sha256')
  for (const [name, content] of contents.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${name} ${createHash('sha256').update(content).digest('hex')}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** A page with its build's name in it. */
export function withBuild(html: string, name: string): string {
  return html.replace('<meta charset="utf-8" />', `<meta charset="utf-8" /><meta name="build" content="${name}" />`)
}

/** What a device needs to open the app without a network. The words of its language come with what it has used. */
function shellOf(root: string, chunks: readonly BuiltChunk[]): readonly string[] {
  const { every } = preloadsOf(root, chunks)
  const wanted = chunks.filter(({ moduleIds }) => moduleIds.some((module) => shellModule.test(module)))
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) visit(next)
  }
  for (const file of [...every, ...wanted.map(({ fileName }) => fileName)]) visit(file)
  return [...found]
}

function fontsOf(html: string): readonly string[] {
  return [...html.matchAll(/href="\/(assets\/[\w.-]+\.woff2)"/g)].map(([, file = '']) => file)
}

/** The worker in one file. */
async function bundled(source: string, builtWith: object): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { builtWith: JSON.stringify(builtWith) },
    build: {
      write: false,
      target: ['chrome123', 'safari17.5', 'firefox129'],
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })
  const [one] = Array.isArray(output) ? output : [output]
  const chunk = one !== undefined && 'output' in one ? one.output.find((file) => file.type === 'chunk') : undefined
  if (chunk === undefined) throw new Error('the worker was not built')
  return chunk.code
}

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Puts the app's style into index.html, so that the page's shape shows with the first answer: as a file of its own it is
 * a request the first paint waits for. The server allows it by its hash (`readWebFiles`). The font is named first, since
 * otherwise a phone discovers it only when a text needs it.
 */
export function firstInPage(): Plugin {
  return {
    name: 'bolsillo-first-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const fonts = Object.values(bundle).filter((file) => /inter-latin.*\.woff2$/.test(file.fileName))
        const styleOf = (file: string): string | undefined => {
          const asset = bundle[file]
          return asset?.type === 'asset' ? String(asset.source) : undefined
        }
        return {
          html: withStyle(withoutPreloads(html), styleOf),
          tags: fonts.map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head-prepend' as const,
          })),
        }
      },
    },
  }
}

/** Without the bundler's own preloads: the server names them, in the order a phone needs them. */
function withoutPreloads(html: string): string {
  return html.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
}

/**
 * A page with its stylesheets' text in place of their links.
 * @param styleOf the text of a built stylesheet; a link to any other stays.
 */
export function withStyle(html: string, styleOf: (file: string) => string | undefined): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
    const style = styleOf(file)
    // Nothing in a style may end its element.
    if (style === undefined || /<\/style/i.test(style)) return link
    return `<style>${style}</style>`
  })
}

/** What a page's first view asks for once its own chunk is here, by the page's path: asked for with it instead. */
const asksNext: Readonly<Record<string, readonly string[]>> = {
  '/pages/stock/stockKline': ['kit/ui/chart/index.ts'],
  '/pages/tabbar/home': ['apps/web/frame/after-page.tsx'],
  '/pages/tabbar/position': ['apps/web/pages/families/everything.tsx'],
}

/** What the server names in a page's header: files every page needs, those of a page, and the words of a language. */
export interface Preloads {
  readonly every: readonly string[]
  /** By path. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** By language: what home says, and what the other pages need besides. */
  readonly words: Readonly<Record<string, { readonly first: readonly string[]; readonly rest: readonly string[] }>>
}

/**
 * Writes what each page needs to `.vite/preloads.json`. The server names it in the answer's header, so that a phone asks
 * for all of it together, the entry first, instead of for each when the one before has run. Pages whose path is not
 * written out where they are declared are left to the app.
 */
export function preloadPages(root: string): Plugin {
  return {
    name: 'bolsillo-preload-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const source = JSON.stringify(
          preloadsOf(
            root,
            Object.values(bundle).filter((file) => file.type === 'chunk'),
          ),
        )
        this.emitFile({ type: 'asset', fileName: '.vite/preloads.json', source })
      },
    },
  }
}

/** The part of a built chunk that preloads need. */
export interface BuiltChunk {
  readonly fileName: string
  readonly name: string
  readonly isEntry: boolean
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
}

/** What each page needs, by the chunks the bundler made. */
export function preloadsOf(root: string, chunks: readonly BuiltChunk[]): Preloads {
  const closure = (files: readonly string[], known: ReadonlySet<string>): readonly string[] => {
    const found = new Set<string>()
    const visit = (file: string): void => {
      if (known.has(file) || found.has(file)) return
      found.add(file)
      for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) visit(next)
    }
    for (const file of files) visit(file)
    return [...found]
  }
  const files = (is: (chunk: BuiltChunk) => boolean): string[] => chunks.filter(is).map(({ fileName }) => fileName)
  const every = closure(
    files(({ isEntry }) => isEntry),
    new Set(),
  )
  const known = new Set(every)
  const named = (name: string): readonly string[] =>
    closure(
      files((chunk) => chunk.name === name),
      known,
    )
  const ofModule = (module: string): string[] => files(({ moduleIds }) => moduleIds.includes(module))
  const modules = new Map<string, readonly string[]>(declaredPages(root).map(({ path, module }) => [path, [module]]))
  for (const [path, next] of Object.entries(asksNext)) {
    modules.set(path, [...(modules.get(path) ?? []), ...next.map((name) => join(root, name))])
  }
  const pages = [...modules].map(([path, needed]) => [path, closure(needed.flatMap(ofModule), known)] as const)
  return {
    every,
    pages: Object.fromEntries(pages.filter(([, needed]) => needed.length > 0)),
    words: Object.fromEntries(
      languages.map((language) => [language, { first: named(language), rest: named(`${language}.rest`) }]),
    ),
  }
}

const languages = ['es-ES', 'en-US', 'pt-BR'] as const

interface DeclaredPage {
  readonly path: string
  /** The file of its component. */
  readonly module: string
}

/** The pages whose path and component are written out in the declarations of rooms and of the app. */
export function declaredPages(root: string): readonly DeclaredPage[] {
  const files = globSync(['{platform,products,rails}/*/web/room.ts', 'apps/web/pages/index.ts'], { cwd: root })
  return files.sort().flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('definePage(')
      .flatMap((declaration) => {
        const path = /\bpath: '([^']+)'/.exec(declaration)?.[1]
        const module = /\bload: \(\) => import\('([^']+)'\)/.exec(declaration)?.[1]
        if (path === undefined || module === undefined) return []
        return [{ path, module: join(root, dirname(file), module) }]
      }),
  )
}

const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/
const smallestBytes = 600

/** Puts `file.br` and `file.gz` beside each text file, so that the server sends them without work. */
export function compressed(): Plugin {
  return {
    name: 'bolsillo-compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (!compressible.test(file.fileName) || source.length < smallestBytes) continue
          const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.br`,
            source: brotliCompressSync(source, { params: quality }),
          })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

/**
 * Publishes the hash of the build as `/build.json`: SHA-256 over the name and SHA-256 of each file of the bundle, in the order
 * of their names. Who builds the same sources gets the same hash, and so can compare what a firm serves. With it the build's
 * name, by which an open page knows that the server has another one.
 */
export function buildHash(): Plugin {
  return {
    name: 'bolsillo-build-hash',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const hash = createHash('sha256')
        for (const [name, file] of Object.entries(bundle).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
          const source = file.type === 'chunk' ? file.code : file.source
          hash.update(`${name} ${createHash('sha256').update(source).digest('hex')}\n`)
        }
        const page = bundle['index.html']
        const name =
          page?.type === 'asset' ? /<meta name="build" content="(\w+)"/.exec(String(page.source))?.[1] : undefined
        const source = JSON.stringify({ hash: hash.digest('hex'), build: name })
        this.emitFile({ type: 'asset', fileName: 'build.json', source })
      },
    },
  }
}

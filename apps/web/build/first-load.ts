import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Preloads in index.html what home needs besides the entry: the default language's words and the font. Otherwise a
 * phone would discover each only after the previous one had loaded.
 */
export function preloadFirst(chunkNames: readonly string[]): Plugin {
  return {
    name: 'bolsillo-preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const files = Object.values(bundle)
        const wanted = new Set<string>()
        const add = (file: string): void => {
          const chunk = bundle[file]
          if (wanted.has(file) || chunk?.type !== 'chunk' || chunk.isEntry) return
          wanted.add(file)
          for (const imported of chunk.imports) add(imported)
        }
        for (const file of files) {
          if (file.type === 'chunk' && chunkNames.includes(file.name)) add(file.fileName)
        }
        const fonts = files.filter((file) => /inter-latin.*\.woff2$/.test(file.fileName))
        return [
          ...[...wanted].map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
          ...fonts.map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head-prepend' as const,
          })),
        ]
      },
    },
  }
}

/** What a page's first view asks for once its own chunk is here, by the page's path: asked for with it instead. */
const asksNext: Readonly<Record<string, readonly string[]>> = {
  '/pages/stock/stockKline': ['kit/ui/chart/index.ts'],
  '/pages/tabbar/position': ['apps/web/pages/families/everything.tsx'],
}

/**
 * Writes the files each page needs beyond the first load to `.vite/preloads.json`, by the page's path. The server names
 * them in the answer's header, so that a phone asks for them together with the app instead of after it has run. Pages
 * whose path is not written out where they are declared are left to the app.
 */
export function preloadPages(root: string): Plugin {
  return {
    name: 'bolsillo-preload-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const closure = (files: readonly string[], known: ReadonlySet<string>): Set<string> => {
          const found = new Set<string>()
          const visit = (file: string): void => {
            if (known.has(file) || found.has(file)) return
            found.add(file)
            for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) visit(next)
          }
          for (const file of files) visit(file)
          return found
        }
        const first = closure(
          chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
          new Set(),
        )
        const fileOf = (module: string): readonly string[] =>
          chunks.filter(({ moduleIds }) => moduleIds.includes(module)).map(({ fileName }) => fileName)
        const files = declaredPages(root).map(({ path, module }) => {
          const modules = [module, ...(asksNext[path] ?? []).map((name) => join(root, name))]
          return [path, [...closure(modules.flatMap(fileOf), first)]] as const
        })
        const source = JSON.stringify(Object.fromEntries(files.filter(([, needed]) => needed.length > 0)))
        this.emitFile({ type: 'asset', fileName: '.vite/preloads.json', source })
      },
    },
  }
}

interface DeclaredPage {
  readonly path: string
  /** The file of its component. */
  readonly module: string
}

/** The pages whose path and component are written out in the declarations of rooms and of the app. */
export function declaredPages(root: string): readonly DeclaredPage[] {
  const files = globSync(['{platform,products}/*/web/room.ts', 'apps/web/pages/index.ts'], { cwd: root })
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

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

import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractData } from './build/contract-data.ts'
import { compressed, preloadFirst } from './build/first-load.ts'

const server = process.env.BOLSILLO_SERVER ?? 'http://127.0.0.1:8080'

// One chunk for everything the entry and home import, directly or not: a phone makes one request instead of a dozen.
// Parts only some pages use (fields, sheets, long lists, codes, gallery, chart) stay with those pages; the index of
// kit/ui imports all of them and so must not be listed here.
const firstLoad =
  /rolldown[/:]runtime|\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/query-core|@tanstack\/react-query)\/|\/lucide-react\/dist\/esm\/(?!icons\/)|\/kernel\/|\/kit\/(?:web|contract)\/|\/kit\/ui\/(?:classes|icon|read-color|ui-context|use-now)\.|\/kit\/ui\/(?:format\/|numbers\/|lines\/|layers\/(?:drawer|toasts|dialog|use-modal)|parts\/(?!virtual-list|qr-code))|\/(?:identity|ledger|market|stocks)\/contract\//

// The customer app. The manifest is read by tools/web-build/size-check.ts. Nothing is inlined: the content security policy allows
// scripts and styles from our own origin only.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), contractData(), preloadFirst(['es-ES']), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // light-dark(), @starting-style and native dialogs: every browser since 2024.
    target: ['chrome123', 'safari17.5', 'firefox129'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'app', test: firstLoad }] },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/ipcf-api': { target: server, ws: true } },
  },
})

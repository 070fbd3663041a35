import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractData } from './build/contract-data.ts'
import { directImports } from './build/direct-imports.ts'
import { buildHash, compressed, firstInPage, preloadPages } from './build/first-load.ts'
import { writeLicenses } from './build/licenses/write-licenses.ts'
import { serviceWorker } from './build/service-worker.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = process.env.BOLSILLO_SERVER ?? 'http://127.0.0.1:8080'

// One chunk for everything the entry and home cannot run without: a phone makes one request instead of a dozen. What
// of it is only used by another page stays with that page (`$initial` is what the entry imports, directly or not).
const first = { name: 'app', tags: ['$initial'] as '$initial'[], priority: 9 }

// What the frame asks for right after the first page: one request.
const after = {
  name: 'after',
  test: /\/apps\/web\/(?:frame\/(?:market-ribbon|pauses-banner|line-banner|follow-language|after-page|app-drawer|focus-memory|sign-in-check|use-unseen|use-login-info)|pages\/home\/(?:bell-button|first-steps))\./,
  priority: 8,
}

// What several pages share, by what it is for: each chunk costs a request, so that there are few, and each byte nobody
// on a page needs costs that page (its budget is in tools/web-build). The order is that of what uses what, because a
// group takes along what it cannot run without.
const shared = [
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, priority: 7 },
  // With the switch of the tabs, what a list knows of the page it is on, and the figures that words of several rooms name.
  {
    name: 'kit',
    test: /\/(?:kernel|kit)\/(?!ui\/(?:chart|gallery|picture)\/)|\/domain\/(?:(?:code|factor|session|staff|file)-rules|deposit|withdrawal|kyc-bounds)\.ts$|\/families\/famil[\w-]+\.|\/trading\/web\/desk\/owned-here\./,
    priority: 6,
  },
  { name: 'entries', test: /\/platform\/ledger\/domain\//, priority: 6 },
  { name: 'verifier', test: /\/platform\/(?:ledger|proof)\/web\/(?!journal\/checked-receipt)/, priority: 5 },
  { name: 'market', test: /\/platform\/market\/(?:contract|domain|web(?!\/marks))\//, priority: 5 },
  {
    name: 'trading',
    test: /\/platform\/trading\/(?:contract|domain(?!\/receipt-check)|web(?!\/(?:ticket|result|trade-|one-order|order-list|orders-page|life|share|fill)))|\/products\/(?:stocks|spot)\/(?:contract|domain|web\/(?:trading|addresses|stored|position-at-price))/,
    priority: 5,
  },
  { name: 'ticket', test: /\/platform\/trading\/web\/(?:ticket|result|trade-)/, priority: 4 },
  { name: 'receipts', test: /\/platform\/trading\/web\//, priority: 3 },
  // What a page over all products shows of open contracts.
  {
    name: 'contracts',
    test: /\/products\/contracts\/(?:contract\/|domain\/(?:margin|contract-figures)|web\/(?:[\w-]+\/)*(?:contract-figures|use-account|use-mark|use-contract-said))/,
    priority: 2,
  },
  { name: 'identity', test: /\/platform\/identity\/(?:contract|web\/(?!room))/, priority: 2 },
  { name: ticketOf, test: /\/products\/(?:stocks|spot)\/web\/[\w/-]*ticket/, priority: 2 },
].map((group) => ({ ...group, minShareCount: 2 }))

/** A product's ticket: its chart brings it only to buy or sell. */
function ticketOf(id: string): string {
  return `${/\/products\/([^/]+)\//.exec(id)?.[1] ?? 'product'}-ticket`
}

/**
 * What is asked for together with a part that is imported when it is used: not the part itself, which the import asks for, nor
 * what every first page has brought. Each name here is in the first load.
 */
function askedWith(part: string, needed: readonly string[]): string[] {
  return needed.filter((file) => file !== part && !/^assets\/(?:rolldown-runtime|kit|icons|after)-/.test(file))
}

// Calls without an effect but their result: what is unused of them goes. Declarations of rooms are made of these.
const pureCalls = ['rejectionSpec', 'definePage', 'defineSetting', 'createLucideIcon', 'createContext', 'lazy']

// The customer app. The manifest is read by tools/web-build/size-check.ts. No script is
// inline, and of styles only the app's own, by its hash: the content security policy allows nothing else.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    contractData(),
    directImports(),
    firstInPage(),
    preloadPages(root),
    writeLicenses(root),
    serviceWorker(root, join(import.meta.dirname, 'worker/worker.ts')),
    buildHash(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // light-dark(), @starting-style and native dialogs: every browser since 2024.
    target: ['chrome123', 'safari17.5', 'firefox129'],
    assetsInlineLimit: 0,
    // One style for all, which the page has in it: chunks name none of their own.
    cssCodeSplit: false,
    modulePreload: { polyfill: false, resolveDependencies: askedWith },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: pureCalls, propertyReadSideEffects: false },
      output: { codeSplitting: { groups: [first, after, ...shared] } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/ipcf-api': { target: server, ws: true } },
  },
})

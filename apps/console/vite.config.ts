import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.BOLSILLO_CONSOLE ?? 'http://127.0.0.1:8081'

// The staff's app, on an origin of its own. Nothing is inlined, for the content security policy.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { port: 5174, strictPort: true, proxy: { '/console-api': server } },
})

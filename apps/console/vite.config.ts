import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.BOLSILLO_SERVER ?? 'http://127.0.0.1:8080'

// The staff's app, below /console of the same server. Nothing is inlined, for the content security policy.
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
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

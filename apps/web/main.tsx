import '@fontsource-variable/inter/wght.css'
import '@bolsillo/ui/theme.css'
import {
  type Bundle,
  createWebKit,
  currentLanguage,
  type Language,
  startWords,
  WebKitProvider,
} from '@bolsillo/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { Shell } from './frame/shell.tsx'
import { events } from './frame/shell-events.ts'

const bundles: Readonly<Record<Language, () => Promise<{ readonly bundle: Bundle }>>> = {
  'es-ES': () => import('./bundles/es-ES.ts'),
  'en-US': () => import('./bundles/en-US.ts'),
  'pt-BR': () => import('./bundles/pt-BR.ts'),
}

async function start(): Promise<void> {
  await startWords(async (language) => (await bundles[language]()).bundle)
  const kit = createWebKit({ language: currentLanguage, events })
  const place = document.getElementById('app')
  if (place === null) throw new Error('index.html has no #app')
  createRoot(place).render(
    <StrictMode>
      <WebKitProvider kit={kit}>
        <BrowserRouter>
          <Shell>
            <App />
          </Shell>
        </BrowserRouter>
      </WebKitProvider>
    </StrictMode>,
  )
}

void start()

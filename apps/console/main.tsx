import './styles.css'
import { operatorPrefix } from '@bolsillo/contract'
import { setClockOffset, showToast, type UiWords } from '@bolsillo/ui'
import {
  BrowserRouter,
  type Bundle,
  createWebKit,
  currentLanguage,
  type Language,
  startWords,
  WebKitProvider,
} from '@bolsillo/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './console-app.tsx'
import { noteSessionEnd } from './sign-out.ts'
import { followTyping, unsentFields } from './unsent.ts'

const chunks: Readonly<Record<Language, () => Promise<{ readonly bundle: Bundle; readonly parts: UiWords }>>> = {
  'es-ES': () => import('./bundles/es-ES.ts'),
  'en-US': () => import('./bundles/en-US.ts'),
  'pt-BR': () => import('./bundles/pt-BR.ts'),
}
const parts = new Map<Language, UiWords>()

async function start(): Promise<void> {
  followTyping()
  await startWords(async (language) => {
    const chunk = await chunks[language]()
    parts.set(language, chunk.parts)
    return chunk.bundle
  })
  const kit = createWebKit({
    // A browser may be signed in to both apps, and on one machine they may share what it stores.
    realm: { prefix: operatorPrefix, names: { token: 'operatorSession', user: 'operatorInfo' } },
    language: currentLanguage,
    // Without a token the sign-in form shows by itself, with why.
    events: {
      onSessionEnded: () => noteSessionEnd({ why: 'ended', unsent: unsentFields() }),
      onNotice: (message) => showToast(message, { kind: 'error' }),
      onClockOffset: setClockOffset,
    },
  })
  const place = document.getElementById('app')
  if (place === null) throw new Error('index.html has no #app')
  createRoot(place).render(
    <StrictMode>
      <WebKitProvider kit={kit}>
        <BrowserRouter>
          <ConsoleApp wordsOf={(language) => parts.get(language)} />
        </BrowserRouter>
      </WebKitProvider>
    </StrictMode>,
  )
}

void start()

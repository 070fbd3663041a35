import { useLanguage } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import type { HelpWords } from '../domain/help.ts'

// A chunk of its own for each language: other pages need none of it.
const texts = {
  'es-ES': () => import('../messages/help/help-es.ts'),
  'en-US': () => import('../messages/help/help-en.ts'),
  'pt-BR': () => import('../messages/help/help-pt.ts'),
} as const

/** The help in the reader's language; undefined until it is here, `failed` when it does not come. */
export function useHelp(): { readonly help: HelpWords | undefined; readonly failed: boolean } {
  const language = useLanguage()
  const [state, setState] = useState<{ readonly language?: string; readonly help?: HelpWords; readonly failed?: true }>(
    {},
  )
  useEffect(() => {
    let isWanted = true
    texts[language]()
      .then(({ help }) => {
        if (isWanted) setState({ language, help })
      })
      .catch(() => {
        if (isWanted) setState({ language, failed: true })
      })
    return () => {
      isWanted = false
    }
  }, [language])
  const isOfLanguage = state.language === language
  return { help: isOfLanguage ? state.help : undefined, failed: isOfLanguage && state.failed === true }
}

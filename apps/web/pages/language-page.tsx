import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { Card, classes, Icon, Note, PageFrame } from '@bolsillo/ui'
import { changeLanguage, type Language, languageNames, languages, useLanguage, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import Info from 'lucide-react/icons/info'
import type { Messages as AboutMessages } from '../words/about/es-ES.ts'
import type { Messages } from '../words/es-ES.ts'

/** How each language writes a number and a day. */
const samples: Readonly<Record<Language, string>> = {
  'es-ES': 'MX$ 1,234.50 · 23-11-2026',
  'en-US': 'MX$ 1,234.50 · 23-11-2026',
  'pt-BR': 'MX$ 1.234,50 · 23-11-2026',
}

/** Chooses the language of the app. It changes at once and stays on this phone. */
export default function LanguagePage() {
  const t = useWords<Messages>('core')
  const about = useWords<AboutMessages>('about')
  const current = useLanguage()
  const offered: readonly string[] = useSetting(appSettings.languages)
  // What is shown now stays in the list, also where it is no longer offered.
  const isOffered = (language: Language): boolean => offered.includes(language) || language === current
  return (
    <PageFrame title={t('drawer.language')}>
      <Card pad="list">
        <ul aria-label={about('languageChoose')}>
          {languages.filter(isOffered).map((language) => {
            const on = language === current
            return (
              <li key={language} className="border-hair border-t first:border-t-0">
                <button
                  type="button"
                  lang={language}
                  aria-pressed={on}
                  onClick={() => changeLanguage(language)}
                  className="flex min-h-14 w-full items-center gap-3 text-left"
                >
                  <span className="flex-1">
                    <span className={classes('block', on && 'font-strong')}>{languageNames[language]}</span>
                    <span data-verbatim className="block text-12 text-second">
                      {samples[language]}
                    </span>
                  </span>
                  {on && <Icon of={Check} size={20} className="text-brand" />}
                </button>
              </li>
            )
          })}
        </ul>
      </Card>
      <Note icon={Info}>{about('languageHint')}</Note>
    </PageFrame>
  )
}

import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { BareFrame, ButtonLink, Segmented } from '@bolsillo/ui'
import {
  changeLanguage,
  languageNames,
  languages,
  Navigate,
  useLanguage,
  useSession,
  useWords,
} from '@bolsillo/web-kit'
import { hasPage, homePath, loginPath, registerPath } from '../routes.ts'
import type { Messages as About } from '../words/about/es-ES.ts'
import type { Messages } from '../words/es-ES.ts'

/**
 * The entry: the language, what practice means in one sentence, and one button. A signed-in customer is redirected to the
 * published first page.
 */
export default function StartPage() {
  const core = useWords<Messages>('core')
  const t = useWords<About>('about')
  const { token } = useSession()
  const opensWith = useSetting(appSettings.router)
  if (token !== '') return <Navigate replace to={opensWith} />
  return (
    <BareFrame
      className="px-4! pt-5"
      footer={
        <div className="grid gap-1.5">
          {hasPage(registerPath) && (
            <ButtonLink href={registerPath} wide>
              {core('start.register')}
            </ButtonLink>
          )}
          <div className="grid grid-cols-2">
            {hasPage(loginPath) && (
              <ButtonLink href={loginPath} kind="plain" size="medium">
                {t('start.have')}
              </ButtonLink>
            )}
            <ButtonLink href={homePath} kind="plain" size="medium">
              {t('start.look')}
            </ButtonLink>
          </div>
        </div>
      }
    >
      <LanguageChoice />
      {/* The same blue in both themes, with what is on it. */}
      <section className="relative flex min-h-80 flex-1 low:min-h-0 flex-col justify-end overflow-hidden rounded-sheet bg-[linear-gradient(160deg,#1652f0,#0b39b8)] p-6 text-[#ffffff]">
        <RisingLine />
        <Logo />
        <h1 className="relative mt-5 text-28 leading-tight tracking-tight low:mt-0">{t('start.slogan')}</h1>
        <p className="relative mt-2.5 text-15 text-[#eef3ff] leading-relaxed">{t('start.practice')}</p>
      </section>
    </BareFrame>
  )
}

/** Each language in its own name, for readers who do not understand the current one. */
function LanguageChoice() {
  const t = useWords<About>('about')
  const current = useLanguage()
  const offered: readonly string[] = useSetting(appSettings.languages)
  const shown = languages.filter((language) => offered.includes(language) || language === current)
  if (shown.length < 2) return null
  return (
    <Segmented
      label={t('languageChoose')}
      value={current}
      onChange={changeLanguage}
      choices={shown.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
    />
  )
}

/** A line of prices behind the words: it says what this is about, and is no figure. */
function RisingLine() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 340 200"
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-0 h-1/2 w-full"
    >
      <linearGradient id="rising" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="#ffffff" stopOpacity="0.16" />
        <stop offset="1" stopColor="#ffffff" stopOpacity="0" />
      </linearGradient>
      <path
        d="M0 172 28 158 52 166 84 132 112 144 140 108 166 122 196 84 224 98 256 58 286 70 316 36 340 46V200H0Z"
        fill="url(#rising)"
      />
      <path
        d="M0 172 28 158 52 166 84 132 112 144 140 108 166 122 196 84 224 98 256 58 286 70 316 36 340 46"
        fill="none"
        stroke="#ffffff"
        strokeOpacity="0.34"
        strokeWidth="2.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The mark of the house. */
function Logo() {
  return (
    <span
      aria-hidden="true"
      className="relative grid size-14 place-items-center low:hidden rounded-[17px] bg-[#ffffff] font-strong text-28 text-[#1652f0]"
    >
      B
    </span>
  )
}

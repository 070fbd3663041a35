import { ButtonLink, Disclosure, EmptyState, ErrorState, Section, SkeletonRows, TextField } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { type HelpKey, helpPages, searchHelp } from '../domain/help.ts'
import type { Messages } from '../messages/es-ES.ts'
import { publicPath } from './paths.ts'
import { useHelp } from './use-help.ts'

const shownFirst = 6

/** The help: what is typed is looked for in the answers of ours first. */
export function HelpPart() {
  const t = useWords<Messages>('support')
  const { help, failed } = useHelp()
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const found = help === undefined ? [] : searchHelp(help, typed)
  const isSearch = typed.trim() !== ''
  const shown = isSearch || isWhole ? found : found.slice(0, shownFirst)
  return (
    <>
      <TextField
        label={t('search')}
        type="search"
        inputMode="search"
        placeholder={t('searchHint')}
        value={typed}
        onChange={setTyped}
        maxLength={80}
        suffix={<Search size={18} aria-hidden="true" />}
      />
      <Section title={t(isSearch ? 'found' : 'common')} pad="normal">
        {failed && <ErrorState title="" />}
        {help === undefined && !failed && <SkeletonRows rows={shownFirst} />}
        <ul aria-live="polite">
          {help !== undefined &&
            shown.map((key) => (
              <li key={key} className="border-hair border-t py-3.5 first:border-t-0">
                <Article of={key} question={help[key].question} answer={help[key].answer} />
              </li>
            ))}
        </ul>
        {help !== undefined && shown.length === 0 && (
          <EmptyState icon={Search} title={t('nothing')} text={t('nothingText')} />
        )}
        {shown.length < found.length && (
          <button type="button" onClick={() => setWhole(true)} className="tap w-full font-medium text-brand">
            {t('more')}
          </button>
        )}
      </Section>
    </>
  )
}

function Article(props: { readonly of: HelpKey; readonly question: string; readonly answer: string }) {
  const t = useWords<Messages>('support')
  const page = helpPages[props.of]
  return (
    <Disclosure label={<span className="block pr-2 text-left text-15 text-ink">{props.question}</span>}>
      <p className="text-14 text-second">{props.answer}</p>
      {page !== undefined && page !== publicPath && (
        <div>
          <ButtonLink kind="ghost" size="medium" href={page}>
            {t('go')}
          </ButtonLink>
        </div>
      )}
    </Disclosure>
  )
}

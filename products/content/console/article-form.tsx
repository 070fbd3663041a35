import { Button, Card, CheckField, FieldFrame, Note, SelectField, showToast, TextField } from '@bolsillo/ui'
import { languageNames, useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState } from 'react'
import { listArticles, listVersions, type VersionRow, writeArticle } from '../contract/operator.ts'
import {
  type ArticleLanguage,
  articleKinds,
  articleLanguages,
  audiences,
  textMax,
  titleMax,
} from '../domain/article.ts'
import type { Messages } from '../messages/es-ES.ts'

const noWords = { title: '', text: '' }
const empty = { 'es-ES': noWords, 'en-US': noWords, 'pt-BR': noWords }
const stems = { 'es-ES': 'es', 'en-US': 'en', 'pt-BR': 'pt' } as const

/** Another version of an article, or a new one, in all three languages. */
export function ArticleForm(props: { readonly from?: VersionRow; readonly onSaved: (articleId: string) => void }) {
  const t = useWords<Messages>('content')
  const { from, onSaved } = props
  const [about, setAbout] = useState<About>({
    kind: from?.kind ?? 'notice',
    audience: from?.audience ?? 'everybody',
    isPinned: from?.isPinned ?? false,
    symbols: from?.symbols.join(', ') ?? '',
  })
  const [words, setWords] = useState(from?.words ?? empty)
  const write = useAction(writeArticle, { refreshes: [listArticles, listVersions] })
  const fields = {
    ...{ esTitle: words['es-ES'].title, esText: words['es-ES'].text },
    ...{ enTitle: words['en-US'].title, enText: words['en-US'].text },
    ...{ ptTitle: words['pt-BR'].title, ptText: words['pt-BR'].text },
  }
  const save = (): void => {
    const { symbols, ...rest } = about
    const named = symbols.trim() === '' ? {} : { symbols }
    const known = from === undefined ? {} : { articleId: from.articleId }
    write.mutate(
      { ...known, ...rest, ...named, ...fields },
      {
        onSuccess: ({ articleId }) => {
          showToast(t('console.saved'))
          onSaved(articleId)
        },
      },
    )
  }
  const isWhole = Object.values(fields).every((value) => value.trim() !== '')
  const wrong = write.error?.field
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-16">{t(from === undefined ? 'console.new' : 'console.edit')}</h2>
      <AboutFields value={about} onChange={setAbout} isKindFixed={from !== undefined} />
      <TextHint kind={about.kind} />
      {articleLanguages.map((language) => (
        <WordsFields
          key={language}
          language={language}
          value={words[language]}
          onChange={(value) => setWords({ ...words, [language]: value })}
          isWrong={wrong?.startsWith(stems[language]) === true}
          problem={write.error?.message}
        />
      ))}
      {write.error !== null && wrong === undefined && (
        <Note icon={CircleAlert} tone="bad">
          {write.error.message}
        </Note>
      )}
      <div>
        <Button size="medium" loading={write.isPending} disabled={!isWhole} onClick={save}>
          {t('console.save')}
        </Button>
      </div>
    </Card>
  )
}

/** What a text of this kind may say. */
function TextHint({ kind }: Pick<VersionRow, 'kind'>) {
  const t = useWords<Messages>('content')
  const word = kind === 'ad' ? 'console.adHint' : 'console.textHint'
  return <p className="max-w-[760px] text-13 text-second">{t(word)}</p>
}

type About = Pick<VersionRow, 'kind' | 'audience' | 'isPinned'> & { readonly symbols: string }

/** What kind of article it is, for whom, and about what. */
function AboutFields(props: {
  readonly value: About
  readonly onChange: (value: About) => void
  readonly isKindFixed: boolean
}) {
  const t = useWords<Messages>('content')
  const { value, onChange, isKindFixed } = props
  return (
    <div className="grid max-w-[760px] grid-cols-2 gap-3">
      <SelectField
        label={t('console.kind')}
        value={value.kind}
        // An ad is about no instrument and stays where it is.
        onChange={(kind) => onChange({ ...value, kind, ...(kind === 'ad' ? { symbols: '', isPinned: false } : {}) })}
        disabled={isKindFixed}
        choices={articleKinds.map((one) => ({ value: one, label: t(`console.kinds.${one}`) }))}
      />
      <SelectField
        label={t('console.audience')}
        value={value.audience}
        onChange={(audience) => onChange({ ...value, audience })}
        choices={audiences.map((one) => ({ value: one, label: t(`console.audiences.${one}`) }))}
      />
      {value.kind !== 'ad' && (
        <>
          <TextField
            label={t('console.symbols')}
            hint={t('console.symbolsHint')}
            value={value.symbols}
            onChange={(symbols) => onChange({ ...value, symbols })}
            maxLength={140}
          />
          <CheckField checked={value.isPinned} onChange={(isPinned) => onChange({ ...value, isPinned })}>
            {t('console.pinned')}
          </CheckField>
        </>
      )}
    </div>
  )
}

function WordsFields(props: {
  readonly language: ArticleLanguage
  readonly value: { readonly title: string; readonly text: string }
  readonly onChange: (value: { readonly title: string; readonly text: string }) => void
  readonly isWrong: boolean
  readonly problem: string | undefined
}) {
  const t = useWords<Messages>('content')
  const { language, value, onChange, isWrong, problem } = props
  const id = useId()
  return (
    <fieldset lang={language} className="flex max-w-[760px] flex-col gap-2">
      <legend className="pb-1 font-strong text-14">{languageNames[language]}</legend>
      <TextField
        label={`${t('console.titleOf')} (${languageNames[language]})`}
        value={value.title}
        onChange={(title) => onChange({ ...value, title })}
        maxLength={titleMax}
      />
      <FieldFrame
        id={id}
        label={`${t('console.textOf')} (${languageNames[language]})`}
        error={isWrong ? problem : undefined}
      >
        <textarea
          id={id}
          value={value.text}
          rows={7}
          maxLength={textMax}
          onChange={(event) => onChange({ ...value, text: event.target.value })}
          className="w-full bg-transparent text-15 text-ink outline-none"
        />
      </FieldFrame>
    </fieldset>
  )
}

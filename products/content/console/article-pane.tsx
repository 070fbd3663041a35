import { readMoment } from '@bolsillo/kernel'
import { Button, Card, DateTime, Note, SelectField, showToast, TextField, useUi } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { useAction, useLanguage, useMay, usePages, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { listArticles, listVersions, proposePublication, type VersionRow } from '../contract/operator.ts'
import { articleLanguages, compareLines, publishReasons } from '../domain/article.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ArticleState } from './article-state.tsx'

/** An article as it was written last, what that changed, and the proposal to publish it. */
export function ArticlePane(props: { readonly article: VersionRow; readonly onEdit?: () => void }) {
  const t = useWords<Messages>('content')
  const language = useLanguage()
  const { article, onEdit } = props
  const { words, number, kind, audience, isPinned, symbols, publishAt, writtenAt, isProposed } = article
  const may = useMay(proposePublication)
  return (
    <>
      <header className="flex items-start justify-between gap-4 max-[479px]:flex-wrap">
        <div className="min-w-0">
          <h2 className="break-words text-20">{words[language].title}</h2>
          <p className="text-second">
            {t(`console.kinds.${kind}`)} · {t('console.version', { number })}
          </p>
        </div>
        {onEdit !== undefined && (
          <Button size="medium" kind="ghost" onClick={onEdit}>
            {t('console.edit')}
          </Button>
        )}
      </header>
      <Card>
        <FactTable
          facts={[
            {
              label: t('console.state'),
              value: (
                <span className="flex flex-wrap items-center gap-2">
                  <ArticleState of={article} />
                  {publishAt !== undefined && <DateTime at={publishAt} />}
                </span>
              ),
            },
            { label: t('console.audience'), value: t(`console.audiences.${audience}`) },
            { label: t('console.pinned'), value: t(isPinned ? 'console.yes' : 'console.no') },
            { label: t('console.symbols'), value: symbols.length === 0 ? '—' : symbols.join(', ') },
            { label: t('console.written'), value: <DateTime at={writtenAt} /> },
          ]}
        />
      </Card>
      {isProposed ? (
        <Note icon={CircleAlert}>{t('console.waits')}</Note>
      ) : publishAt === undefined && may ? (
        <ProposeForm article={article} />
      ) : may ? null : (
        <Note icon={CircleAlert}>{t('console.readOnly')}</Note>
      )}
      <Changes article={article} />
    </>
  )
}

function ProposeForm({ article: { articleId, number } }: { readonly article: VersionRow }) {
  const t = useWords<Messages>('content')
  const { zone } = useUi()
  const [day, setDay] = useState('')
  const [time, setTime] = useState('')
  const [reason, setReason] = useState<(typeof publishReasons)[number]>(publishReasons[0])
  const propose = useAction(proposePublication, { refreshes: [listArticles, listVersions] })
  const publishAt = readMoment(day, time, zone)
  const isAtOnce = day === '' && time === ''
  const submit = (): void =>
    propose.mutate(
      { articleId, number, reason, ...(publishAt === undefined ? {} : { publishAt }) },
      { onSuccess: () => showToast(t('console.proposed')) },
    )
  return (
    <Card>
      <h3 className="text-15">{t('console.publish')}</h3>
      <p className="mb-3 text-13 text-second">{t('console.publishText')}</p>
      <div className="flex max-w-[460px] flex-col gap-3">
        <div className="grid grid-cols-2 gap-2">
          <TextField label={t('console.day')} value={day} onChange={setDay} placeholder="yyyy-mm-dd" maxLength={10} />
          <TextField
            label={`${t('console.time')} (${zone})`}
            value={time}
            onChange={setTime}
            placeholder="hh:mm"
            maxLength={5}
          />
        </div>
        <SelectField
          label={t('console.reason')}
          value={reason}
          onChange={setReason}
          choices={publishReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        {propose.error !== null && (
          <Note icon={CircleAlert} tone="bad">
            {propose.error.message}
          </Note>
        )}
        <Button
          size="medium"
          loading={propose.isPending}
          disabled={!isAtOnce && publishAt === undefined}
          onClick={submit}
        >
          {t('console.propose')}
        </Button>
      </div>
    </Card>
  )
}

const looks = { same: '', new: 'bg-wash font-medium', gone: 'text-second line-through' } as const

/** The text in every language, with what the last edit changed in it. */
function Changes({ article }: { readonly article: VersionRow }) {
  const t = useWords<Messages>('content')
  const pages = usePages(listVersions, { articleId: article.articleId })
  const versions = pages.data?.pages.flatMap(({ rows }) => rows) ?? []
  const before = versions.find(({ number }) => number === article.number - 1)
  return (
    <Card>
      <h3 className="text-15">
        {before === undefined ? t('console.current') : t('console.changed', { number: before.number })}
      </h3>
      {articleLanguages.map((language) => {
        const whole = (of: VersionRow): string => `${of.words[language].title}\n\n${of.words[language].text}`
        const lines = compareLines(whole(before ?? article), whole(article))
        return (
          <div key={language} lang={language} className="mt-3 border-hair border-t pt-3">
            {lines.map(({ line, is }, index) => (
              <p key={index} className={`min-h-4 whitespace-pre-wrap break-words text-14 ${looks[is]}`}>
                {is !== 'same' && (
                  <span className="sr-only">{t(is === 'new' ? 'console.added' : 'console.gone')}: </span>
                )}
                {line}
              </p>
            ))}
          </div>
        )
      })}
    </Card>
  )
}

import { Button, Card, Note, SelectField, showToast, TextField } from '@bolsillo/ui'
import { languageNames, useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { type FeedRow, listFeeds, proposeFeed } from '../contract/feeds.ts'
import { articleLanguages } from '../domain/article.ts'
import { everyMinutesMax, everyMinutesMin, feedAddressMax, feedNameMax, feedReasons } from '../domain/feeds/feed.ts'
import type { Messages } from '../messages/es-ES.ts'

const usualMinutes = '30'

type Typed = Pick<FeedRow, 'name' | 'address' | 'language'> & { readonly everyMinutes: string }

/** The proposal of a feed, or of other terms of one: those it has, to resume it. */
export function FeedForm(props: { readonly from?: FeedRow; readonly onProposed?: () => void }) {
  const t = useWords<Messages>('content')
  const { from, onProposed } = props
  const [typed, setTyped] = useState<Typed>({
    name: from?.name ?? '',
    address: from?.address ?? '',
    language: from?.language ?? 'es-ES',
    everyMinutes: from === undefined ? usualMinutes : String(from.everyMinutes),
  })
  const [reason, setReason] = useState<(typeof feedReasons)[number]>(
    from === undefined ? 'new-source' : from.pause === undefined ? 'source-changed' : 'source-is-sound',
  )
  const propose = useAction(proposeFeed, { refreshes: [listFeeds] })
  const change = (changes: Partial<Typed>): void => setTyped({ ...typed, ...changes })
  const { error } = propose
  const errorAt = (name: keyof Typed): string | undefined => (error?.field === name ? error.message : undefined)
  const submit = (): void =>
    propose.mutate(
      { ...typed, reason, ...(from === undefined ? {} : { feedId: from.feedId }) },
      {
        onSuccess: () => {
          showToast(t('feeds.proposed'))
          onProposed?.()
        },
      },
    )
  return (
    <Card>
      <h2 className="text-16">{t(from === undefined ? 'feeds.proposeTitle' : 'feeds.resumeTitle')}</h2>
      <p className="mb-3 max-w-[560px] text-13 text-second">{t('feeds.proposeText')}</p>
      <div className="flex max-w-[560px] flex-col gap-3">
        <TermsFields typed={typed} change={change} errorAt={errorAt} />
        <SelectField
          label={t('feeds.reason')}
          value={reason}
          onChange={setReason}
          choices={feedReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        {error !== null && (error.field === undefined || !(error.field in typed)) && (
          <Note icon={CircleAlert} tone="bad">
            {error.message}
          </Note>
        )}
        <div>
          <Button
            size="medium"
            loading={propose.isPending}
            disabled={typed.name.trim() === '' || typed.address.trim() === ''}
            onClick={submit}
          >
            {t('feeds.propose')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** What is decided of a feed. */
function TermsFields(props: {
  readonly typed: Typed
  readonly change: (changes: Partial<Typed>) => void
  readonly errorAt: (name: keyof Typed) => string | undefined
}) {
  const t = useWords<Messages>('content')
  const { typed, change, errorAt } = props
  return (
    <>
      <TextField
        label={t('feeds.name')}
        value={typed.name}
        onChange={(name) => change({ name })}
        error={errorAt('name')}
        maxLength={feedNameMax}
      />
      <TextField
        label={t('feeds.address')}
        hint={t('feeds.addressHint')}
        value={typed.address}
        onChange={(address) => change({ address })}
        error={errorAt('address')}
        maxLength={feedAddressMax}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t('feeds.language')}
          value={typed.language}
          onChange={(language) => change({ language })}
          choices={articleLanguages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <TextField
          label={t('feeds.every')}
          hint={t('feeds.everyHint', { least: everyMinutesMin, most: everyMinutesMax })}
          value={typed.everyMinutes}
          onChange={(everyMinutes) => change({ everyMinutes })}
          error={errorAt('everyMinutes')}
          maxLength={4}
        />
      </div>
    </>
  )
}

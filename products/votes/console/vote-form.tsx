import { readMoment } from '@bolsillo/kernel'
import { Button, Card, FieldFrame, Note, SelectField, showToast, TextField, useUi } from '@bolsillo/ui'
import { languageNames, useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState } from 'react'
import { listVotes, proposeVote } from '../contract/operator.ts'
import { voteLanguages, voteReasons, type Weighting, weightings } from '../domain/vote.ts'
import { questionMax } from '../domain/vote-words.ts'
import type { Messages } from '../messages/es-ES.ts'

const noWords = { question: '', options: '' }
const moments = ['recordAt', 'opensAt', 'closesAt'] as const
const noMoment = { day: '', time: '' }

const noForm = {
  symbol: '',
  weighting: 'account' as Weighting,
  reason: voteReasons[0] as (typeof voteReasons)[number],
  words: { 'es-ES': noWords, 'en-US': noWords, 'pt-BR': noWords },
  times: { recordAt: noMoment, opensAt: noMoment, closesAt: noMoment },
}
type Form = typeof noForm

/** What is sent of a form; undefined while something is missing. */
function requestOf({ symbol, weighting, reason, words, times }: Form, zone: string) {
  const [recordAt, opensAt, closesAt] = moments.map((moment) => readMoment(times[moment].day, times[moment].time, zone))
  const written = Object.values(words).flatMap(({ question, options }) => [question, options])
  if (written.some((text) => text.trim() === '')) return undefined
  if (recordAt === undefined || opensAt === undefined || closesAt === undefined) return undefined
  return {
    ...(symbol.trim() === '' ? {} : { symbol: symbol.trim().toUpperCase() }),
    ...{ weighting, reason, recordAt, opensAt, closesAt },
    ...{ esQuestion: words['es-ES'].question, esOptions: words['es-ES'].options },
    ...{ enQuestion: words['en-US'].question, enOptions: words['en-US'].options },
    ...{ ptQuestion: words['pt-BR'].question, ptOptions: words['pt-BR'].options },
  }
}

/** A vote in three languages with its times. Sending it proposes it. */
export function VoteForm({ onSaved }: { readonly onSaved: (id: string) => void }) {
  const t = useWords<Messages>('votes')
  const { zone } = useUi()
  const [form, setForm] = useState(noForm)
  const propose = useAction(proposeVote, { refreshes: [listVotes] })
  const request = requestOf(form, zone)
  const submit = (): void => {
    if (request === undefined) return
    const onSuccess = ({ voteId }: { readonly voteId: string }): void => {
      showToast(t('console.proposed'))
      onSaved(voteId)
    }
    propose.mutate(request, { onSuccess })
  }
  return (
    <Card className="flex max-w-[792px] flex-col gap-3">
      <h2 className="text-16">{t('console.new')}</h2>
      <p className="text-13 text-second">{t('console.final')}</p>
      <AboutFields value={form} onChange={setForm} />
      {voteLanguages.map((language) => (
        <WordsFields
          key={language}
          language={language}
          value={form.words[language]}
          onChange={(value) => setForm({ ...form, words: { ...form.words, [language]: value } })}
        />
      ))}
      <p className="text-13 text-second">{t('console.times', { zone })}</p>
      {moments.map((moment) => (
        <MomentFields
          key={moment}
          label={t(moment)}
          value={form.times[moment]}
          onChange={(value) => setForm({ ...form, times: { ...form.times, [moment]: value } })}
        />
      ))}
      {propose.error !== null && (
        <Note icon={CircleAlert} tone="bad">
          {propose.error.message}
        </Note>
      )}
      <div>
        <Button size="medium" loading={propose.isPending} disabled={request === undefined} onClick={submit}>
          {t('console.propose')}
        </Button>
      </div>
    </Card>
  )
}

/** Who is asked, what counts, and why. */
function AboutFields({ value, onChange }: Of<Form>) {
  const t = useWords<Messages>('votes')
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label={t('console.symbol')}
        hint={t('console.symbolHint')}
        value={value.symbol}
        onChange={(symbol) => onChange({ ...value, symbol })}
        maxLength={24}
      />
      <SelectField
        label={t('console.weighting')}
        value={value.weighting}
        onChange={(weighting) => onChange({ ...value, weighting })}
        choices={weightings.map((one) => ({ value: one, label: t(`weightings.${one}`) }))}
      />
      <SelectField
        label={t('console.reason')}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
        choices={voteReasons.map((one) => ({ value: one, label: t(`reasons.${one}`) }))}
      />
    </div>
  )
}

interface Of<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function WordsFields(props: Of<typeof noWords> & { readonly language: (typeof voteLanguages)[number] }) {
  const t = useWords<Messages>('votes')
  const { language, value, onChange } = props
  const id = useId()
  return (
    <fieldset lang={language} className="flex flex-col gap-2">
      <legend className="pb-1 font-strong text-14">{languageNames[language]}</legend>
      <TextField
        label={`${t('console.question')} (${languageNames[language]})`}
        value={value.question}
        onChange={(question) => onChange({ ...value, question })}
        maxLength={questionMax}
      />
      <FieldFrame id={id} label={`${t('console.options')} (${languageNames[language]})`}>
        <textarea
          id={id}
          value={value.options}
          rows={4}
          maxLength={1600}
          onChange={(event) => onChange({ ...value, options: event.target.value })}
          className="w-full bg-transparent text-15 text-ink outline-none"
        />
      </FieldFrame>
    </fieldset>
  )
}

function MomentFields(props: Of<typeof noMoment> & { readonly label: string }) {
  const t = useWords<Messages>('votes')
  const { label, value, onChange } = props
  return (
    <div className="grid grid-cols-2 gap-2">
      <TextField
        label={`${label}, ${t('console.day')}`}
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        placeholder="yyyy-mm-dd"
        maxLength={10}
      />
      <TextField
        label={`${label}, ${t('console.time')}`}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
        placeholder="hh:mm"
        maxLength={5}
      />
    </div>
  )
}

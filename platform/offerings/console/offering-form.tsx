import { Button, Card, DecimalField, FieldFrame, Note, SelectField, showToast, TextField, useUi } from '@bolsillo/ui'
import { languageNames, useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState } from 'react'
import { listOfferings, proposeOffering, prospectusMax, risksMax, titleMax } from '../contract/operator.ts'
import { offeringLanguages, offeringReasons, ruleNames } from '../domain/offering.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Form, type Moment, moments, noForm, requestOf, sizes, type Text } from './offering-request.ts'

/** How many decimals a price may be typed with; the server knows the currency and the step. */
const priceScale = 4

/** An offering in three languages with its terms and times. Sending it proposes it. */
export function OfferingForm({ onSaved }: { readonly onSaved: (id: string) => void }) {
  const t = useWords<Messages>('offerings')
  const { zone } = useUi()
  const [form, setForm] = useState(noForm)
  const propose = useAction(proposeOffering, { refreshes: [listOfferings] })
  const request = requestOf(form, zone)
  const submit = (): void => {
    if (request === undefined) return
    const onSuccess = ({ offeringId }: { readonly offeringId: string }): void => {
      showToast(t('console.proposed'))
      onSaved(offeringId)
    }
    propose.mutate(request, { onSuccess })
  }
  return (
    <Card className="flex max-w-[792px] flex-col gap-3">
      <h2 className="text-16">{t('console.new')}</h2>
      <p className="text-13 text-second">{t('console.final')}</p>
      <TermsFields value={form} onChange={setForm} />
      {offeringLanguages.map((language) => (
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
          label={t(`console.${moment}`)}
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

interface Of<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** What is offered, at what price, how it is allotted, and why. */
function TermsFields({ value, onChange }: Of<Form>) {
  const t = useWords<Messages>('offerings')
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label={t('console.symbol')}
        hint={t('console.symbolHint')}
        value={value.symbol}
        onChange={(symbol) => onChange({ ...value, symbol })}
        maxLength={24}
      />
      <DecimalField
        label={t('console.price')}
        value={value.price}
        onChange={(price) => onChange({ ...value, price })}
        scale={priceScale}
      />
      {sizes.map((size) => (
        <DecimalField
          key={size}
          label={t(`console.${size}`)}
          value={value.sizes[size]}
          onChange={(typed) => onChange({ ...value, sizes: { ...value.sizes, [size]: typed } })}
          scale={0}
        />
      ))}
      <SelectField
        label={t('console.rule')}
        value={value.rule}
        onChange={(rule) => onChange({ ...value, rule })}
        choices={ruleNames.map((one) => ({ value: one, label: t(`console.rules.${one}`) }))}
      />
      <SelectField
        label={t('console.reason')}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
        choices={offeringReasons.map((one) => ({ value: one, label: t(`reasons.${one}`) }))}
      />
    </div>
  )
}

function WordsFields(props: Of<Text> & { readonly language: (typeof offeringLanguages)[number] }) {
  const t = useWords<Messages>('offerings')
  const { language, value, onChange } = props
  const name = languageNames[language]
  return (
    <fieldset lang={language} className="flex flex-col gap-2">
      <legend className="pb-1 font-strong text-14">{name}</legend>
      <TextField
        label={`${t('console.heading')} (${name})`}
        value={value.title}
        onChange={(title) => onChange({ ...value, title })}
        maxLength={titleMax}
      />
      <LongField
        label={`${t('console.prospectus')} (${name})`}
        value={value.prospectus}
        onChange={(prospectus) => onChange({ ...value, prospectus })}
        rows={8}
        most={prospectusMax}
      />
      <LongField
        label={`${t('console.risksLines')} (${name})`}
        value={value.risks}
        onChange={(risks) => onChange({ ...value, risks })}
        rows={4}
        most={risksMax}
      />
    </fieldset>
  )
}

function LongField(props: Of<string> & { readonly label: string; readonly rows: number; readonly most: number }) {
  const { label, value, onChange, rows, most } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <textarea
        id={id}
        value={value}
        rows={rows}
        maxLength={most}
        onChange={(event) => onChange(event.target.value)}
        className="w-full bg-transparent text-15 text-ink outline-none"
      />
    </FieldFrame>
  )
}

function MomentFields(props: Of<Moment> & { readonly label: string }) {
  const t = useWords<Messages>('offerings')
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

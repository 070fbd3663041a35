import type { ReplyOf } from '@bolsillo/contract'
import { PictureField } from '@bolsillo/files/web'
import { Button, DateField, Note, Section, SelectField, TextField } from '@bolsillo/ui'
import { useLanguage, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import Lock from 'lucide-react/icons/lock'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { readIdentity } from '../contract/index.ts'
import { type NumberReading, readCnpj, readCpf, readCurp, readRfc } from '../domain/identifiers.ts'
import { isCertificate } from '../domain/paper-problems.ts'
import { certificates, countries, type PaperField, type PaperTexts } from '../domain/papers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type PapersForm, usePapersForm } from './use-papers.ts'

const ownCountries = ['MX', 'BR'] as const
const about: readonly PaperField[] = ['name', 'birthDate', 'curp', 'rfc', 'cpf', 'cnpj']
const ofDocument: readonly PaperField[] = ['country', 'certificate', 'number', 'expiry']
const photos: readonly PaperField[] = ['front', 'back']

interface PapersFormProps {
  readonly identity: ReplyOf<typeof readIdentity>
  /** False: only what was refused. */
  readonly everything: boolean
  readonly onSent: () => void
  /** What the fields begin with. */
  readonly filled?: PaperTexts | undefined
  readonly children?: ReactNode
}

/** The papers, in three groups; after a refusal only those fields, each with why it was refused. */
export function PapersFields({ identity, everything, onSent, filled, children }: PapersFormProps) {
  const t = useWords<Messages>('kyc')
  const form = usePapersForm(identity, everything, onSent, filled)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Whoever presses the button at the bottom sees the first thing that stops it.
    if (form.stops > 0) box.current?.querySelector('[role=alert]')?.parentElement?.scrollIntoView({ block: 'center' })
  }, [form.stops])
  const group = (fields: readonly PaperField[]): readonly PaperField[] =>
    fields.filter((field) => form.fields.includes(field))
  return (
    <form
      ref={box}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
      }}
    >
      {children}
      {([ofDocument, about, photos] as const).map((fields, place) => {
        const shown = group(fields)
        if (shown.length === 0) return null
        const title = t(place === 0 ? 'page.document' : place === 1 ? 'page.aboutYou' : 'page.photos')
        return (
          <Section key={title} title={title} pad="normal">
            <div className="mt-1 flex flex-col gap-3">
              {place === 2 && <p className="text-13 text-second">{t('page.photosHint')}</p>}
              {shown.map((field) => (
                <PaperInput key={field} field={field} form={form} identity={identity} />
              ))}
              {place === 2 && <Note icon={Lock}>{t('page.privacy')}</Note>}
            </div>
          </Section>
        )
      })}
      {form.elsewhere !== undefined && (
        <p role="alert" className="px-1 text-13 text-danger">
          {form.elsewhere}
        </p>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 bg-page px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button wide type="submit" loading={form.isSending}>
          {t(everything ? 'page.send' : 'page.sendAgain')}
        </Button>
      </div>
    </form>
  )
}

interface PaperInputProps {
  readonly field: PaperField
  readonly form: PapersForm
  readonly identity: PapersFormProps['identity']
}

/** One field of the papers, with why it was refused before. */
function PaperInput({ field, form, identity }: PaperInputProps) {
  const t = useWords<Messages>('kyc')
  const refusal = identity.refusals.find((refused) => refused.field === field)
  const isOptional = form.asked[field] === 'optional'
  const label = isOptional ? `${t(`fields.${field}`)} (${t('page.optional')})` : t(`fields.${field}`)
  const input = <Input field={field} form={form} label={label} />
  if (refusal === undefined) return input
  return (
    <div className="flex flex-col gap-2">
      <Note tone="warning">
        {t(`fields.${field}`)}: <Reason code={refusal.reason} />
      </Note>
      {input}
    </div>
  )
}

interface ReasonWords {
  readonly reasons: Readonly<Record<string, string>>
}

/** Why a field was refused, in words. A reason of a newer server shows its code rather than nothing. */
function Reason({ code }: { readonly code: string }) {
  return <>{useWords<ReasonWords>('kyc')(`reasons.${code}`)}</>
}

function Input({ field, form, label }: Omit<PaperInputProps, 'identity'> & { readonly label: string }) {
  const t = useWords<Messages>('kyc')
  const value = form.texts[field] ?? ''
  const error = form.errorOf(field)
  const set = (text: string | undefined): void => form.set(field, text)
  switch (field) {
    case 'country':
      return <CountryFields value={value} onChange={set} error={error} label={label} />
    case 'certificate':
      return (
        <SelectField
          label={label}
          value={isCertificate(value) ? value : 'id-card'}
          onChange={set}
          choices={certificates.map((one) => ({ value: one, label: t(`certificates.${one}`) }))}
          error={error}
        />
      )
    case 'birthDate':
    case 'expiry': {
      const isExpiry = field === 'expiry'
      const hint = isExpiry && form.asked.expiry === 'optional' ? t('page.expiryHint') : undefined
      return (
        <DateField
          label={label}
          value={value}
          onChange={(date) => {
            set(date)
            form.leave(field)
          }}
          error={error}
          hint={hint}
          {...(isExpiry ? {} : { autoComplete: 'bday' })}
        />
      )
    }
    case 'front':
    case 'back':
      return (
        <PictureField
          label={label}
          purpose="identity"
          value={value === '' ? undefined : value}
          onChange={set}
          error={error}
        />
      )
    default:
      return <TextInput field={field} form={form} label={label} value={value} error={error} />
  }
}

function TextInput(props: {
  readonly field: Exclude<PaperField, 'country' | 'certificate' | 'birthDate' | 'expiry' | 'front' | 'back'>
  readonly form: PapersForm
  readonly label: string
  readonly value: string
  readonly error: string | undefined
}) {
  const t = useWords<Messages>('kyc')
  const { field, form, label, value, error } = props
  const certificate = form.texts.certificate ?? ''
  const hints = {
    name: t('page.nameHint'),
    number: isCertificate(certificate) ? t(`page.numberHint.${certificate}`) : undefined,
    rfc: t('page.rfcHint'),
    curp: undefined,
    cpf: undefined,
    cnpj: undefined,
  }
  const formed = formWord(field, value)
  const says = formed === undefined ? hints[field] : <FormatSays doubt={formed === 'doubt'} />
  return (
    <TextField
      label={label}
      value={value}
      onChange={(text) => form.set(field, field === 'name' ? text : text.toUpperCase())}
      onBlur={() => form.leave(field)}
      error={error}
      hint={says}
      maxLength={field === 'name' ? 120 : 30}
      autoComplete={field === 'name' ? 'name' : 'off'}
      inputMode={field === 'cpf' ? 'numeric' : 'text'}
    />
  )
}

const readers: Readonly<Partial<Record<PaperField, (text: string) => NumberReading>>> = {
  curp: readCurp,
  rfc: readRfc,
  cpf: readCpf,
  cnpj: readCnpj,
}

/** What can be said of a number by its form alone. */
function formWord(field: PaperField, value: string): 'valid' | 'doubt' | undefined {
  const reading = readers[field]?.(value)
  if (reading?.kind !== 'valid') return undefined
  return reading.doubt === undefined ? 'valid' : 'doubt'
}

/** "Format valid", never "verified": digits that fit each other prove nothing about who holds them. */
function FormatSays({ doubt }: { readonly doubt: boolean }) {
  const t = useWords<Messages>('kyc')
  if (doubt) return <span className="text-warnink">{t('page.formatDoubt')}</span>
  return (
    <span className="inline-flex items-center gap-1">
      <CircleCheck size={14} aria-hidden="true" />
      {t('page.formatValid')}
    </span>
  )
}

interface CountryFieldsProps {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
}

/** Mexico, Brazil, or another country from the list of all. */
function CountryFields({ label, value, onChange, error }: CountryFieldsProps) {
  const t = useWords<Messages>('kyc')
  const language = useLanguage()
  const names = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language])
  const all = useMemo(() => {
    const others = countries.filter((code) => !ownCountries.some((own) => own === code))
    return others
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  }, [names, language])
  const isOwn = ownCountries.some((own) => own === value)
  const nameOf = (code: string): string => names.of(code) ?? code
  return (
    <>
      <SelectField
        label={label}
        value={isOwn ? value : 'other'}
        onChange={(code) => onChange(code === 'other' ? '' : code)}
        choices={[
          ...ownCountries.map((code) => ({ value: code as string, label: nameOf(code) })),
          { value: 'other', label: t('page.otherCountry') },
        ]}
        error={isOwn ? error : undefined}
      />
      {!isOwn && (
        <SelectField
          label={t('page.whichCountry')}
          value={value}
          onChange={onChange}
          choices={[{ value: '', label: t('page.choose') }, ...all]}
          error={error}
        />
      )}
    </>
  )
}

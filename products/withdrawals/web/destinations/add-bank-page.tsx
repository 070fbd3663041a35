import { readClabe } from '@bolsillo/payments/domain'
import { Card, Segmented, SelectField, TextField } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { addBank, listBanks, withdrawalStatus } from '../../contract/index.ts'
import { type PixKeyKind, pixKeyKinds } from '../../domain/destination.ts'
import { readBankForm } from '../../domain/destination-form.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { paths } from '../addresses.ts'
import { AddPage } from './add-page.tsx'
import { PracticeFill } from './practice-fill.tsx'

type FormKind = 'clabe' | 'pix' | 'account'

interface Draft {
  readonly clabe: string
  readonly keyKind: PixKeyKind
  readonly key: string
  readonly holderTaxId: string
  readonly bank: string
  readonly number: string
  readonly bankCode: string
  readonly bankAddress: string
  readonly payeeAddress: string
  readonly rfc: string
  readonly label: string
}

const empty: Draft = {
  clabe: '',
  keyKind: 'cpf',
  key: '',
  holderTaxId: '',
  bank: '',
  number: '',
  bankCode: '',
  bankAddress: '',
  payeeAddress: '',
  rfc: '',
  label: '',
}

/** What was typed, and what is wrong with it. */
function useBankForm(knownHolder: string | undefined) {
  const t = useWords<Messages>('withdrawals')
  const [kind, setKind] = useState<FormKind>('clabe')
  const [draft, setDraft] = useState(empty)
  const [typedHolder, setHolder] = useState<string>()
  const [shown, setShown] = useState(false)
  const adding = useAction(addBank, { refreshes: [listBanks, withdrawalStatus] })
  const holder = typedHolder ?? knownHolder ?? ''
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change })
    adding.reset()
  }
  const request = requestOf(kind, draft, holder)
  const reading = readBankForm(request)
  const problem = reading.kind === 'refused' ? reading.rejection : undefined
  // A field says what is wrong once somebody tried to go on, or the server refused it.
  const errorOf = (field: string): string | undefined => {
    if (adding.error?.field === field) return adding.error.message
    if (!shown || problem?.field !== field) return undefined
    return t(`rejections.${rejectionWords.find((name) => name === problem.spec.name) ?? 'holder-malformed'}`)
  }
  return {
    kind,
    setKind,
    draft,
    set,
    holder,
    setHolder,
    setShown,
    adding,
    request,
    reading,
    problem,
    errorOf,
  }
}

/** Adds a bank account or a PIX key: what is wrong is said at once, what the waiting means before it begins. */
export default function AddBankPage() {
  const t = useWords<Messages>('withdrawals')
  const rules = useCall(listBanks, {}).data?.rules
  const form = useBankForm(rules?.holder)
  const { kind, draft, holder, adding, set, request, reading, problem, errorOf } = form
  return (
    <AddPage
      title={t('titles.addBank')}
      back={`${paths.bankList}?type=2`}
      waitHours={rules?.waitHours}
      onNext={() => {
        form.setShown(true)
        return problem === undefined
      }}
      destination={reading.kind === 'destination' ? reading.destination : undefined}
      fields={formFields}
      adding={adding}
      onProof={(proof, options) => adding.mutate({ ...request, ...proof }, options)}
    >
      {kind === 'clabe' && draft.clabe === '' && rules?.practice !== undefined && (
        <PracticeFill of="clabe" onFill={() => set({ clabe: rules.practice?.clabe ?? '' })} />
      )}
      <KindField
        value={kind}
        onChange={(next) => {
          form.setKind(next)
          form.setShown(false)
        }}
      />
      <Card className="flex flex-col gap-3">
        {kind === 'clabe' && (
          <ClabeField value={draft.clabe} onChange={(clabe) => set({ clabe })} error={errorOf('clabe')} />
        )}
        {kind === 'pix' && <PixFields draft={draft} onChange={set} errorOf={errorOf} />}
        {kind === 'account' && <AccountFields draft={draft} onChange={set} errorOf={errorOf} />}
        <TextField
          label={t('add.holder')}
          value={holder}
          onChange={(text) => {
            form.setHolder(text)
            adding.reset()
          }}
          hint={t('add.holderHint')}
          error={errorOf('holder')}
          autoComplete="name"
          maxLength={80}
        />
        {kind !== 'pix' && <RfcField value={draft.rfc} onChange={(rfc) => set({ rfc })} error={errorOf('rfc')} />}
        <TextField
          label={t('add.label')}
          value={draft.label}
          onChange={(label) => set({ label })}
          hint={`${t('add.optional')} · ${t('add.labelHint')}`}
          maxLength={30}
        />
      </Card>
    </AddPage>
  )
}

const formFields: readonly string[] = [
  'clabe',
  'keyKind',
  'key',
  'holderTaxId',
  'bank',
  'number',
  'rfc',
  'holder',
  'label',
]
const rejectionWords = [
  'holder-malformed',
  'destination-rfc-malformed',
  'clabe-malformed',
  'clabe-check-digit',
  'pix-key-malformed',
  'pix-phone-prefix',
  'tax-number-malformed',
  'bank-missing',
  'bank-account-malformed',
] as const

/** Only the fields of the kind that is shown, and none that is empty. */
function requestOf(kind: FormKind, draft: Draft, holder: string) {
  const given = (names: readonly (keyof Draft)[]): Partial<Record<keyof Draft, string>> =>
    Object.fromEntries(names.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]])))
  const { keyKind } = draft
  const own = {
    clabe: given(['clabe', 'rfc', 'label']),
    pix: given(['key', 'holderTaxId', 'label']),
    account: given(['bank', 'number', 'bankCode', 'bankAddress', 'payeeAddress', 'rfc', 'label']),
  }[kind]
  const { keyKind: _, ...fields } = own
  return { kind, holder, ...fields, ...(kind === 'pix' ? { keyKind } : {}) }
}

function KindField({ value, onChange }: { readonly value: FormKind; readonly onChange: (kind: FormKind) => void }) {
  const t = useWords<Messages>('withdrawals')
  return (
    <Segmented
      label={t('add.kind')}
      value={value}
      onChange={onChange}
      choices={[
        { value: 'clabe', label: 'CLABE' },
        { value: 'pix', label: 'PIX' },
        { value: 'account', label: t('kinds.account') },
      ]}
    />
  )
}

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

function ClabeField({ value, onChange, error }: FieldProps) {
  const t = useWords<Messages>('withdrawals')
  const reading = readClabe(value)
  const isWhole = value.replaceAll(/\D/g, '').length >= 18
  const own = isWhole && reading.kind === 'check-digit' ? t('rejections.clabe-check-digit') : undefined
  const hint =
    reading.kind !== 'clabe'
      ? t('add.clabeHint')
      : reading.bank === undefined
        ? t('add.bankUnknown')
        : t('add.bankOf', { bank: reading.bank })
  return (
    <TextField
      label={t('add.clabe')}
      value={value}
      onChange={(text) => onChange(text.replaceAll(/[^0-9 -]/g, ''))}
      error={error ?? own}
      hint={hint}
      inputMode="numeric"
      maxLength={24}
    />
  )
}

function RfcField({ value, onChange, error }: FieldProps) {
  const t = useWords<Messages>('withdrawals')
  return (
    <TextField
      label={t('add.rfc')}
      value={value}
      onChange={(text) => onChange(text.toUpperCase())}
      hint={`${t('add.optional')} · ${t('add.rfcHint')}`}
      error={error}
      maxLength={16}
    />
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
  readonly errorOf: (field: string) => string | undefined
}

function PixFields({ draft, onChange, errorOf }: FieldsProps) {
  const t = useWords<Messages>('withdrawals')
  const { keyKind } = draft
  const isPhone = keyKind === 'phone'
  return (
    <>
      <SelectField
        label={t('add.pixKind')}
        value={keyKind}
        onChange={(next) => onChange({ keyKind: next })}
        choices={pixKeyKinds.map((value) => ({ value, label: t(`pixKinds.${value}`) }))}
      />
      <TextField
        label={t('add.pixKey')}
        value={draft.key}
        onChange={(key) => onChange({ key })}
        error={errorOf('key')}
        {...(isPhone ? { hint: t('add.phoneHint'), type: 'tel' as const } : {})}
        {...(keyKind === 'email' ? { type: 'email' as const } : {})}
        maxLength={77}
      />
      {keyKind !== 'cpf' && keyKind !== 'cnpj' && (
        <TextField
          label={t('add.taxId')}
          value={draft.holderTaxId}
          onChange={(holderTaxId) => onChange({ holderTaxId })}
          error={errorOf('holderTaxId')}
          maxLength={20}
        />
      )}
    </>
  )
}

function AccountFields({ draft, onChange, errorOf }: FieldsProps) {
  const t = useWords<Messages>('withdrawals')
  return (
    <>
      <TextField
        label={t('add.bank')}
        value={draft.bank}
        onChange={(bank) => onChange({ bank })}
        error={errorOf('bank')}
        maxLength={60}
      />
      <TextField
        label={t('add.number')}
        value={draft.number}
        onChange={(number) => onChange({ number })}
        error={errorOf('number')}
        maxLength={40}
      />
      <TextField
        label={t('add.bankCode')}
        value={draft.bankCode}
        onChange={(bankCode) => onChange({ bankCode })}
        hint={t('add.optional')}
        maxLength={24}
      />
      <TextField
        label={t('add.bankAddress')}
        value={draft.bankAddress}
        onChange={(bankAddress) => onChange({ bankAddress })}
        hint={t('add.optional')}
        maxLength={120}
      />
      <TextField
        label={t('add.payeeAddress')}
        value={draft.payeeAddress}
        onChange={(payeeAddress) => onChange({ payeeAddress })}
        hint={t('add.optional')}
        maxLength={120}
      />
    </>
  )
}

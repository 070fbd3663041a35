import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { AreaCodeSelect, Segmented, TextField } from '@bolsillo/ui'
import { readStored, useLanguage, useWords, writeStored } from '@bolsillo/web-kit'
import { useMemo, useState } from 'react'
import { type Address, type AddressProblem, isAddress, readAddressAs, writeAddress } from '../../domain/address.ts'
import { areaCodes } from '../../domain/area-code.ts'
import type { Messages } from '../../messages/es-ES.ts'

/** What somebody typed to say who they are. */
export interface AccountDraft {
  readonly by: 'phone' | 'email'
  readonly areaCode: string
  readonly account: string
}

/** The codes of countries a page offers: `new` accounts are of those the settings name, accounts there are of any. */
export type AreaCodesOf = 'new' | 'any'

function useAreaCodes(of: AreaCodesOf): readonly string[] {
  const published: readonly string[] = useSetting(appSettings.areaCodes)
  return of === 'new' ? published : everyCode
}

const everyCode = areaCodes.map(({ code }) => code)

/** A draft that starts with the country code used last on this device, else with the one the settings name. */
export function useAccountDraft(of: AreaCodesOf): readonly [AccountDraft, (draft: AccountDraft) => void] {
  const offered = useAreaCodes(of)
  const named = useSetting(appSettings.areaCode)
  const standard = offered.includes(named) ? named : (offered[0] ?? named)
  const [typed, setDraft] = useState<Omit<AccountDraft, 'areaCode'> & { readonly areaCode?: string }>(() => ({
    by: 'phone',
    account: '',
    ...(readStored('areaCode') === '' ? {} : { areaCode: readStored('areaCode') }),
  }))
  const chosen = typed.areaCode !== undefined && offered.includes(typed.areaCode) ? typed.areaCode : undefined
  const draft: AccountDraft = { ...typed, areaCode: chosen ?? standard }
  return [
    draft,
    (next) => {
      if (next.areaCode !== draft.areaCode) writeStored('areaCode', next.areaCode)
      // An address pasted into the phone's field is an e-mail address all the same.
      setDraft(next.by === 'phone' && next.account.includes('@') ? { ...next, by: 'email' } : next)
    },
  ]
}

/** Reads what was typed: in the field for e-mail addresses it is one, whatever it looks like. */
export function readDraft({ by, account, areaCode }: AccountDraft): Address | AddressProblem {
  return readAddressAs(by, account, areaCode)
}

/** The names of the countries of each code that is offered, in the reader's language. */
function useAreaCodeChoices(of: AreaCodesOf): ReadonlyArray<{ readonly value: string; readonly label: string }> {
  const language = useLanguage()
  const offered = useAreaCodes(of)
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const shown = areaCodes.filter(({ code }) => offered.includes(code))
    return shown.map(({ code, countries }) => ({
      value: code,
      label: `${countries.map((country) => names.of(country) ?? country).join(', ')} ${code}`,
    }))
  }, [language, offered])
}

// What a number of the country looks like, where most of our customers are.
const phoneExamples: Readonly<Record<string, string>> = {
  '+52': '55 1234 1907',
  '+55': '11 96123 4567',
  '+1': '213 373 4253',
}

interface AccountFieldProps {
  readonly draft: AccountDraft
  readonly onChange: (draft: AccountDraft) => void
  /** As of its draft. */
  readonly codes: AreaCodesOf
  /** What the choice between phone and e-mail is about, for screen readers. */
  readonly label: string
  readonly error?: string | undefined
  /** No choice between the two: the page is about one. */
  readonly only?: 'phone' | 'email'
  /** The browser may offer the passkeys it has for this site here. */
  readonly passkeys?: boolean
}

/** Phone or e-mail, with the country code before the phone. */
export function AccountField(props: AccountFieldProps) {
  const { draft, onChange, codes, label, error, only, passkeys = false } = props
  const t = useWords<Messages>('identity')
  const choices = useAreaCodeChoices(codes)
  const isPhone = draft.by === 'phone'
  return (
    <>
      {only === undefined && (
        <Segmented
          label={label}
          value={draft.by}
          onChange={(by) => onChange({ ...draft, by, account: '' })}
          choices={[
            { value: 'phone', label: t('login.phone') },
            { value: 'email', label: t('login.email') },
          ]}
        />
      )}
      <TextField
        key={draft.by}
        label={isPhone ? t('login.phone') : t('login.email')}
        value={draft.account}
        onChange={(account) => onChange({ ...draft, account })}
        onBlur={() => onChange({ ...draft, account: tidied(draft) })}
        error={error}
        name="account"
        type={isPhone ? 'tel' : 'email'}
        inputMode={isPhone ? 'tel' : 'email'}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        placeholder={isPhone ? (phoneExamples[draft.areaCode] ?? '') : t('login.emailPlaceholder')}
        maxLength={320}
        prefix={
          isPhone ? (
            <AreaCodeSelect
              value={draft.areaCode}
              onChange={(areaCode) => onChange({ ...draft, areaCode })}
              choices={choices}
            />
          ) : undefined
        }
      />
    </>
  )
}

/** A number as it is read out: `55 1234 1907`. Whatever is not a number of the chosen country stays as typed. */
function tidied(draft: AccountDraft): string {
  const { areaCode, account } = draft
  const reading = draft.by === 'phone' ? readDraft(draft) : 'email-malformed'
  if (!isAddress(reading)) return account
  const [code, ...rest] = writeAddress(reading).split(' ')
  return code === areaCode ? rest.join(' ') : account
}

/** The fields of a request that say who. */
export function accountFields(draft: AccountDraft): { readonly account: string; readonly areaCode?: string } {
  return draft.by === 'phone' ? { account: draft.account, areaCode: draft.areaCode } : { account: draft.account }
}

import { Card, DateTime, Icon, Note, Pill } from '@bolsillo/ui'
import { useKit, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useEffect, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { checkWitnesses, type WitnessFinding, type WitnessFound } from './check-witnesses.ts'
import { loadDeviceHash } from './device-hash.ts'
import { storedHead } from './remembered-head.ts'

type Checked = Extract<WitnessFinding, { kind: 'checked' }>

/** Who cosigned the journal, each checked here, with an alarm when nobody has for too long. */
export function WitnessesCard() {
  const t = useWords<Messages>('ledger')
  const { client } = useKit()
  const [found, setFound] = useState<WitnessFinding>()
  useEffect(() => {
    let isShown = true
    loadDeviceHash()
      .then((device) => checkWitnesses({ ask: client.call, memory: storedHead, device }))
      .catch((): WitnessFinding => ({ kind: 'unknown' }))
      .then((finding) => {
        if (isShown) setFound(finding)
      })
    return () => {
      isShown = false
    }
  }, [client])
  const isAlarm =
    found?.kind === 'contradicts' ||
    found?.kind === 'false' ||
    (found?.kind === 'checked' && alarmsOf(found).length > 0)
  return (
    <Card>
      <p role="status" className="flex items-center gap-2 font-strong text-15">
        <Icon
          of={isAlarm ? ShieldAlert : Eye}
          size={20}
          className={`shrink-0 ${isAlarm ? 'text-danger' : 'text-second'}`}
        />
        {found?.kind === 'checked'
          ? t('journal.witnesses.count', { count: String(found.count), all: String(found.witnesses.length) })
          : t(`journal.witnesses.${found?.kind ?? 'checking'}`)}
      </p>
      {found?.kind === 'checked' && <Witnesses found={found} />}
    </Card>
  )
}

function alarmsOf({ isOld, witnesses }: Checked): readonly ('old' | 'denied')[] {
  return [
    ...(isOld ? (['old'] as const) : []),
    ...(witnesses.some(({ state }) => state === 'contradicts') ? (['denied'] as const) : []),
  ]
}

function Witnesses({ found }: { readonly found: Checked }) {
  const t = useWords<Messages>('ledger')
  const { size, newestAt, gone, witnesses } = found
  return (
    <div className="mt-1 grid gap-1 text-13 text-second">
      {newestAt !== undefined && (
        <p>
          {t('journal.witnesses.newest', { size: String(size) })} <DateTime at={newestAt} shows="second" />
        </p>
      )}
      {alarmsOf(found).map((alarm) => (
        <div key={alarm} role="alert">
          <Note tone="bad">{t(`journal.witnesses.${alarm}`)}</Note>
        </div>
      ))}
      {gone.length > 0 && <Note tone="warning">{t('journal.witnesses.gone', { names: gone.join(', ') })}</Note>}
      <ul>
        {witnesses.map((witness) => (
          <WitnessRow key={witness.name} witness={witness} />
        ))}
      </ul>
      <p>{t('journal.witnesses.text')}</p>
    </div>
  )
}

function WitnessRow({ witness: { name, state, cosignedAt, lastAt } }: { readonly witness: WitnessFound }) {
  const t = useWords<Messages>('ledger')
  const at = cosignedAt ?? lastAt
  return (
    <li className="flex items-baseline justify-between gap-3 border-hair border-t py-2 first:border-t-0">
      <span className="min-w-0 text-14 text-ink [overflow-wrap:anywhere]">
        {name}
        {at !== undefined && (
          <span className="block text-12 text-second">
            <DateTime at={at} shows="second" />
          </span>
        )}
      </span>
      <Pill {...(cosignedAt !== undefined ? { tone: 'good' } : state === 'contradicts' ? { tone: 'bad' } : {})}>
        {cosignedAt !== undefined
          ? t('journal.witnesses.states.cosigned')
          : t(`journal.witnesses.states.${notNow(state)}`)}
      </Pill>
    </li>
  )
}

/** A cosignature the house claims and does not show is none. */
const notNow = (state: WitnessFound['state']) => (state === 'cosigned' ? 'waiting' : state)

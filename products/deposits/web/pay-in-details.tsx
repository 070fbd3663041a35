import { CopyRow, Qr } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { PayIn } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Where to pay, each part with a button to copy it. */
export function PayInDetails({ payIn }: { readonly payIn: PayIn }) {
  const t = useWords<Messages>('deposits')
  switch (payIn.kind) {
    case 'clabe':
      return (
        <>
          <CopyRow label={t('bank.clabe')} value={grouped(payIn.clabe)} copies={payIn.clabe} />
          <CopyRow label={t('bank.bank')} value={payIn.bank} />
          <CopyRow label={t('bank.holder')} value={payIn.holder} />
        </>
      )
    case 'pix':
      return (
        <>
          <Code text={payIn.brCode} label={t('bank.qr')} note={t('bank.scan')} />
          <CopyRow label={t('bank.brCode')} value={payIn.brCode} />
          <CopyRow label={t('bank.pixKey')} value={payIn.key} />
          <CopyRow label={t('bank.holder')} value={payIn.holder} />
        </>
      )
    case 'account':
      return (
        <>
          <CopyRow label={t('offline.reference')} value={payIn.reference} note={t('offline.referenceNote')} />
          <CopyRow label={t('bank.bank')} value={payIn.bank} />
          <CopyRow label={t('offline.number')} value={payIn.number} />
          <CopyRow label={t('bank.holder')} value={payIn.holder} />
        </>
      )
    case 'address':
      return (
        <>
          <Code text={payIn.address} label={t('crypto.qr')} />
          <CopyRow label={t('crypto.address')} value={payIn.address} />
          <CopyRow label={t('crypto.network')} value={t(`networks.${payIn.network}`)} />
        </>
      )
  }
}

/** 3 + 3 + 11 + 1, as a CLABE is read: bank, place, account, check digit. */
function grouped(clabe: string): string {
  return [clabe.slice(0, 3), clabe.slice(3, 6), clabe.slice(6, 17), clabe.slice(17)].join(' ')
}

function Code({ text, label, note }: { readonly text: string; readonly label: string; readonly note?: string }) {
  return (
    <div className="flex flex-col items-center gap-2 py-3">
      <Qr text={text} label={label} />
      {note !== undefined && <p className="text-12 text-second">{note}</p>}
    </div>
  )
}

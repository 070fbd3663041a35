import { Amount, DateTime, decimalsOf, Icon, ListRow, Pill } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Bitcoin from 'lucide-react/icons/bitcoin'
import FileCheck from 'lucide-react/icons/file-check'
import Landmark from 'lucide-react/icons/landmark'
import type { Deposit } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { depositAt } from './addresses.ts'
import { useSaid } from './said.ts'

const icons = { bank: Landmark, crypto: Bitcoin, offline: FileCheck } as const
const tones = { review: 'warning', doing: 'brand', complete: 'good', fail: 'quiet' } as const

/** Ends at which nothing went wrong. */
const mild = ['cancelled', 'expired', 'returned'] as const

/** The stage of a deposit; in a list in a word. */
export function StagePill({ deposit, short = false }: { readonly deposit: Deposit; readonly short?: boolean }) {
  const t = useWords<Messages>('deposits')
  const { stage } = deposit
  const isLong = stage === 'awaiting-payment' || stage === 'proof-check' || stage === 'returning'
  const isBad = deposit.state === 'fail' && !mild.some((reason) => reason === deposit.failReason)
  return (
    <Pill tone={isBad ? 'bad' : tones[deposit.state]}>
      {deposit.failReason === 'returned'
        ? t('stages.returned')
        : short && isLong
          ? t(`short.${stage}`)
          : t(`stages.${stage}`)}
    </Pill>
  )
}

/** One deposit in a list. */
export function DepositRow({ deposit }: { readonly deposit: Deposit }) {
  const said = useSaid()
  const { depositId, kind, asset, createdAt, credited, amount, asked, confirmations } = deposit
  const shown = credited ?? amount ?? asked
  const counting = deposit.stage === 'confirming' && confirmations !== undefined
  const decimals = decimalsOf(asset)
  return (
    <ListRow
      href={depositAt(depositId)}
      lead={
        <span className="grid size-9 shrink-0 place-items-center rounded-[11px] bg-wash text-brand" aria-hidden="true">
          <Icon of={icons[kind]} size={18} />
        </span>
      }
      title={deposit.channelId === undefined ? asset : said.channel(deposit.channelId)}
      note={
        counting ? (
          <Confirmations seen={confirmations.seen} needed={confirmations.needed} />
        ) : (
          <DateTime at={createdAt} />
        )
      }
      aside={
        typeof decimals === 'number' ? (
          <Amount value={shown} currency={deposit.askedAsset ?? asset} />
        ) : (
          said.amount(shown ?? '0', asset)
        )
      }
      asideNote={<StagePill deposit={deposit} short />}
    />
  )
}

function Confirmations({ seen, needed }: { readonly seen: number; readonly needed: number }) {
  const t = useWords<Messages>('deposits')
  return <>{t('records.confirmed', { seen, needed })}</>
}

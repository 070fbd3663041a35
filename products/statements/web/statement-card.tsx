import type { ReplyOf } from '@bolsillo/contract'
import { assetDecimals, assetName, purseName } from '@bolsillo/ledger/web'
import { Amount, DefinitionList, ErrorState, formatDay, Section, SkeletonRows, signOf, useUi } from '@bolsillo/ui'
import { href, useCall } from '@bolsillo/web-kit'
import { readStatement } from '../contract/index.ts'
import { FileButtons } from './file-buttons.tsx'
import { paths } from './paths.ts'
import { useStatementWords } from './words.ts'

type Reply = ReplyOf<typeof readStatement>

/** A statement on the page: for each purse and asset what there was, came, went and is; charges; the head; the files. */
export function StatementCard({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useStatementWords()
  const { zone } = useUi()
  const reply = useCall(readStatement, { from, to, zone })
  return (
    <Section title={`${formatDay(from)} – ${formatDay(to)}`} pad="normal">
      {reply.data === undefined ? (
        reply.error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ErrorState title={t('index.failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
        )
      ) : (
        <Ready statement={reply.data} from={from} to={to} />
      )}
    </Section>
  )
}

/** Leads to the entries a sum of the statement is made of. */
function Movements({ of }: { readonly of: Readonly<Record<string, string>> }) {
  const { t } = useStatementWords()
  const { Link } = useUi()
  return (
    <Link href={href(paths.record, of)} className="-mx-2 -my-3.5 px-2 py-3.5 font-medium text-13 text-brand">
      {t('index.entries')}
    </Link>
  )
}

function Ready({ statement, from, to }: { readonly statement: Reply; readonly from: string; readonly to: string }) {
  const { t, ledger } = useStatementWords()
  const amount = (value: string, asset: string, sign: 'auto' | 'always' = 'auto') => (
    <Amount value={value} sign={sign} decimals={assetDecimals(asset)} />
  )
  const charges = (
    [
      ['file.fees', statement.fees],
      ['file.vat', statement.vat],
      ['file.rounding', statement.rounding],
    ] as const
  ).flatMap(([word, sums]) =>
    sums.map((sum) => ({
      label: t(word),
      value: <Amount value={sum.amount} currency={sum.asset} decimals={assetDecimals(sum.asset)} />,
    })),
  )
  return (
    <div className="grid gap-4">
      {statement.accounts.length === 0 && <p className="text-13 text-second">{t('file.nothing')}</p>}
      {statement.accounts.map((account) => (
        <div key={`${account.purse}:${account.asset}`}>
          <div className="mb-1.5 flex items-baseline justify-between gap-3">
            <h3 className="text-13">
              {purseName(ledger, account.purse)} · {assetName(ledger, account.asset)}
            </h3>
            <Movements of={{ purse: account.purse, asset: account.asset, from, to }} />
          </div>
          <DefinitionList
            className="gap-y-1"
            facts={[
              { label: t('file.opening'), value: amount(account.opening, account.asset) },
              ...(signOf(account.in) === 0
                ? []
                : [{ label: t('file.in'), value: amount(account.in, account.asset, 'always') }]),
              ...(signOf(account.out) === 0
                ? []
                : [{ label: t('file.out'), value: amount(account.out, account.asset) }]),
              { label: t('file.closing'), value: amount(account.closing, account.asset), strong: true },
            ]}
          />
        </div>
      ))}
      {charges.length > 0 && (
        <div>
          <div className="mb-1.5 flex items-baseline justify-between gap-3">
            <h3 className="text-13">{t('file.charges')}</h3>
            <Movements of={{ from, to }} />
          </div>
          <DefinitionList className="gap-y-1" facts={charges} />
        </div>
      )}
      <FileButtons from={statement.from} to={statement.to} />
      <p className="text-12 text-second">
        {t('index.head', { count: statement.movements, seq: statement.head.seq })}
        <span className="block break-all text-11 text-ink leading-snug">{statement.head.hash}</span>
      </p>
    </div>
  )
}

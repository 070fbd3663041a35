import type { ReplyOf } from '@bolsillo/contract'
import {
  Amount,
  Card,
  DateTime,
  DefinitionList,
  EmptyState,
  ListRow,
  Loaded,
  LoadedPages,
  PagedList,
  PageFrame,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { href, useCall, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { listBookAccounts, listBookRecords, readBooks } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { EntryRange } from './entry-range.tsx'
import { assetDecimals, assetName, kindName, publicPurseName } from './entry-words.ts'

const booksPath = '/pages/common/books'
const proofPath = '/pages/user/proof'
const everyMs = 15_000

type Sums = ReplyOf<typeof readBooks>['assets'][number]
type Records = ReplyOf<typeof listBookRecords>

/**
 * The public books. Without a query every asset, `?asset=MXN` its accounts, `?account=house:fees:MXN` the entries of one:
 * whatever is shown as a sum leads to what it is the sum of.
 */
export default function BooksPage() {
  const t = useWords<Messages>('ledger')
  const asset = useQueryValue('asset')
  const account = useQueryValue('account')
  return (
    <PageFrame title={t('books.title')}>
      {account !== undefined ? <Entries account={account} /> : <Books asset={asset} />}
    </PageFrame>
  )
}

function Books({ asset }: { readonly asset: string | undefined }) {
  const t = useWords<Messages>('ledger')
  const found = useCall(readBooks, {}, { everyMs })
  return (
    <Loaded of={found} skeleton={<SkeletonCard />}>
      {({ assets, at }) => (
        <>
          <p className="text-13 text-second">
            {t('books.lead')} {t('books.asOf')} <DateTime at={at} shows="second" />.
          </p>
          {moneyFirst(assets)
            .filter((sums) => asset === undefined || sums.asset === asset)
            .map((sums) => (
              <SumsCard key={sums.asset} sums={sums} isAlone={asset !== undefined} />
            ))}
          {asset !== undefined && <Accounts asset={asset} />}
        </>
      )}
    </Loaded>
  )
}

function moneyFirst(assets: readonly Sums[]): readonly Sums[] {
  const isShare = ({ asset }: Sums): boolean => asset.startsWith('STK:')
  return [...assets.filter((sums) => !isShare(sums)), ...assets.filter(isShare)]
}

/** One asset: whose it is, and that what is held is all of it. */
function SumsCard({ sums, isAlone }: { readonly sums: Sums; readonly isAlone: boolean }) {
  const t = useWords<Messages>('ledger')
  const { asset, customers, house, insurance, ungranted, heldForUs, sum } = sums
  const amount = (value: string) => <Amount value={value} decimals={assetDecimals(asset)} />
  const isSound = isZero(sum)
  return (
    <Section
      title={assetName(t, asset)}
      pad="normal"
      {...(isAlone ? {} : { more: { href: href(booksPath, { asset }), label: t('books.accounts') } })}
    >
      <DefinitionList
        facts={[
          { label: t('books.customers'), value: amount(customers), strong: true },
          { label: t('books.house'), value: amount(house) },
          ...(isZero(insurance) ? [] : [{ label: t('books.purses.insurance'), value: amount(insurance) }]),
          ...(isZero(ungranted) ? [] : [{ label: t('books.ungranted'), value: amount(ungranted) }]),
          { label: t('books.held'), value: amount(heldForUs), strong: true },
        ]}
      />
      {(isAlone || !isSound) && (
        <p className={`mt-2 text-12 ${isSound ? 'text-second' : 'text-danger'}`}>
          {t(isSound ? 'books.zero' : 'books.off')}
        </p>
      )}
    </Section>
  )
}

function Accounts({ asset }: { readonly asset: string }) {
  const t = useWords<Messages>('ledger')
  const found = useCall(listBookAccounts, { asset }, { everyMs })
  return (
    <Section title={t('books.accounts')}>
      <Loaded of={found} skeleton={<SkeletonCard />}>
        {({ customers, rows }) => (
          <>
            <ListRow
              href={proofPath}
              title={t('books.customers')}
              note={t('books.customersNote')}
              aside={<Amount value={customers} decimals={assetDecimals(asset)} />}
              chevron
            />
            {rows.map(({ account, owner, name, purse, posted }) => (
              <ListRow
                key={account}
                href={href(booksPath, { account })}
                title={publicPurseName(t, purse)}
                {...(owner === 'venue' ? { note: name } : {})}
                aside={<Amount value={posted} decimals={assetDecimals(asset)} />}
                chevron
              />
            ))}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Entries({ account }: { readonly account: string }) {
  const t = useWords<Messages>('ledger')
  const found = usePages(listBookRecords, { account })
  return (
    <LoadedPages of={found} skeleton={<SkeletonCard />}>
      {(rows, first) => (
        <>
          <Card>
            <p className="text-13 text-second">{titleOf(t, first)}</p>
            <p className="font-strong text-28 leading-9">
              <Amount value={first.posted} decimals={assetDecimals(first.asset)} hero />
            </p>
            {first.range !== undefined && <EntryRange of={first.range} />}
          </Card>
          <Section title={t('books.entries')}>
            {rows.length === 0 ? (
              <EmptyState icon={ReceiptText} title={t('books.empty')} className="py-4" />
            ) : (
              <PagedList
                label={t('books.entries')}
                rows={rows}
                keyOf={({ seq, line }) => `${seq}.${line}`}
                pages={found}
              >
                {(row) => <EntryRow row={row} asset={first.asset} />}
              </PagedList>
            )}
            <p className="border-hair border-t py-2.5 text-12 text-second">{t('books.private')}</p>
          </Section>
        </>
      )}
    </LoadedPages>
  )
}

function EntryRow({ row, asset }: { readonly row: Records['rows'][number]; readonly asset: string }) {
  const t = useWords<Messages>('ledger')
  const decimals = assetDecimals(asset)
  return (
    <ListRow
      title={kindName(t, row.kind)}
      note={
        <>
          {t('books.entry', { seq: row.seq })} · <DateTime at={row.at} shows="second" />
        </>
      }
      aside={<Amount value={row.posted} sign="always" decimals={decimals} />}
      asideNote={<Amount value={row.postedAfter} decimals={decimals} />}
    />
  )
}

const isZero = (amount: string): boolean => /^-?0(\.0+)?$/.test(amount)

function titleOf(t: ReturnType<typeof useWords<Messages>>, { account, asset }: Records): string {
  return `${publicPurseName(t, account.split(':')[1] ?? '')} · ${assetName(t, asset)}`
}

import type { ReplyOf } from '@bolsillo/contract'
import { DateTime, Pill, Section, SkeletonRows, useUi } from '@bolsillo/ui'
import { href, useCall, useWords } from '@bolsillo/web-kit'
import { listProofs, readProof } from '../contract/index.ts'
import { assetName, isCovered, uncoveredPoints } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AssetAmount } from './asset-amount.tsx'

/** Shares of every kind would make the list long; what is covered in money is said first, the rest below. */
const rowsShown = 12
const proofsShown = 5
/** The page of the ledger where every sum opens into its entries. */
const booksPath = '/pages/common/books'

/** The liabilities, what is in custody, and what a proof does not say. */
export function CoverageSection({ number }: { readonly number: number }) {
  const t = useWords<Messages>('proof')
  const { Link } = useUi()
  const { data } = useCall(readProof, { number })
  if (data === undefined) return <SkeletonRows rows={3} />
  return (
    <>
      <Section title={t('cover')}>
        <p className="pb-1 text-12 text-second">{t('everybody')}</p>
        {moneyFirst(data.assets).map(({ asset, owed, inCustody, house, ungranted, claims, covered }) => (
          <Link
            key={asset}
            href={href(booksPath, { asset })}
            className="block border-hair border-t py-2.5 text-13 first:border-t-0 active:opacity-70"
          >
            <p className="flex justify-between gap-3 text-14">
              <span>{assetName(asset)}</span>
              {covered !== undefined && <Covered percent={covered} />}
            </p>
            <p className="flex justify-between gap-3 text-second">
              <span>{t('owed')}</span>
              <AssetAmount asset={asset} value={owed} />
            </p>
            <p className="flex justify-between gap-3 text-second">
              <span>{t('held')}</span>
              <AssetAmount asset={asset} value={inCustody} />
            </p>
            {!isZero(house) && (
              <p className="flex justify-between gap-3 text-second">
                <span>{t('house')}</span>
                <AssetAmount asset={asset} value={house} />
              </p>
            )}
            {!isZero(ungranted) && (
              <p className="flex justify-between gap-3 text-second">
                <span>{t('ungranted')}</span>
                <AssetAmount asset={asset} value={ungranted} />
              </p>
            )}
            {!isZero(claims) && (
              <p className="flex justify-between gap-3 text-second">
                <span>{t('claims')}</span>
                <AssetAmount asset={asset} value={claims} />
              </p>
            )}
          </Link>
        ))}
        <p className="border-hair border-t py-2.5 text-12 text-second">{t('opens')}</p>
      </Section>
      <Section title={t('uncovered')}>
        <ul className="grid list-disc gap-1.5 pb-2.5 pl-4 text-13 text-second">
          {data.notCovered.map((point) => (
            <li key={point}>{pointText(t, point)}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}

const isZero = (amount: string): boolean => /^-?0(\.0+)?$/.test(amount)

/** Whether custody is enough; how much beyond it, where the house keeps its own there too, says nothing. */
function Covered({ percent }: { readonly percent: string }) {
  const t = useWords<Messages>('proof')
  return isCovered(percent) ? (
    <Pill tone="good">{t('covered')}</Pill>
  ) : (
    <Pill tone="bad">{t('short', { percent })}</Pill>
  )
}

type Assets = ReplyOf<typeof readProof>['assets']

function moneyFirst(assets: Assets): Assets {
  const isShare = (asset: string): boolean => asset.startsWith('STK:')
  return [...assets.filter(({ asset }) => !isShare(asset)), ...assets.filter(({ asset }) => isShare(asset))].slice(
    0,
    rowsShown,
  )
}

/** A point this app has no words for is of a newer server: its name is better than silence. */
function pointText(t: ReturnType<typeof useWords<Messages>>, point: string): string {
  const known = uncoveredPoints.find((one) => one === point)
  return known === undefined ? t('other', { point }) : t(`notCovered.${known}`)
}

/** The newest proofs, and how many customers' apps have looked. */
export function HistorySection() {
  const t = useWords<Messages>('proof')
  const { data } = useCall(listProofs, { limit: proofsShown })
  if (data === undefined) return null
  return (
    <Section title={t('history')}>
      {data.rows.map(({ number, at, hash, checks }) => (
        <div key={number} className="border-hair border-t py-2.5 text-13 first:border-t-0">
          <p className="flex justify-between gap-3">
            <span>
              {number} · <DateTime at={at} />
            </span>
            <span className="text-11 text-second">{hash.slice(0, 12)}…</span>
          </p>
          <p className="text-12 text-second">
            {t('checks', { count: checks.sound })}
            {checks.unsound > 0 && <span className="text-danger"> · {t('problems', { count: checks.unsound })}</span>}
          </p>
        </div>
      ))}
    </Section>
  )
}

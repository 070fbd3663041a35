import type { ReplyOf } from '@bolsillo/contract'
import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import { GeneratedInList } from '@bolsillo/market/web'
import { Change, directionClass, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { list, StockCountry } from '../contract/index.ts'
import { listAt } from './addresses.ts'

type Sectors = ReplyOf<typeof list>['sectors']

/** Sectors with their day: a bar to each side of zero, as long as the change is large beside the others. */
export function SectorBars({ country, sectors }: { readonly country: StockCountry; readonly sectors: Sectors }) {
  const { Link } = useUi()
  const t = useWords<MarketMessages>('market')
  // Lengths are drawing only, so floats are good enough.
  const largest = Math.max(0.01, ...sectors.map(({ changePercent }) => Math.abs(Number(changePercent))))
  return (
    <>
      <GeneratedInList rows={sectors} />
      <ul className="pb-2">
        {sectors.map(({ sector, changePercent, instruments, generated }) => {
          const share = (Number(changePercent) / largest) * 50
          return (
            <li key={sector}>
              <Link
                href={listAt({ stockCountry: country, sector })}
                className="grid h-11 grid-cols-[minmax(0,1fr)_88px_76px] items-center gap-2 border-hair border-t active:opacity-70 tiny:grid-cols-[minmax(0,1fr)_76px]"
              >
                <span className="truncate">
                  {t(`sectors.${sector}`)} <span className="text-12 text-second">{instruments}</span>
                </span>
                <span aria-hidden="true" className="relative h-1.5 rounded-pill bg-hair tiny:hidden">
                  <span
                    className={`absolute inset-y-0 rounded-pill bg-current ${directionClass(changePercent)}`}
                    style={share < 0 ? { right: '50%', width: `${-share}%` } : { left: '50%', width: `${share}%` }}
                  />
                </span>
                <Change
                  percent={changePercent}
                  generated={generated !== undefined}
                  className="justify-end font-strong text-13"
                />
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

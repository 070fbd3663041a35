import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { Icon, Segmented } from '@bolsillo/ui'
import { KeyHint, useKeys } from '@bolsillo/ui/keys'
import { useDebounced, useLocation, useNavigate, useSession, useWords } from '@bolsillo/web-kit'
import Keyboard from 'lucide-react/icons/keyboard'
import Search from 'lucide-react/icons/search'
import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Messages } from '../../words/es-ES.ts'
import { CoinRows, ContractRows, FollowedRows, FoundRows, ShareRows } from './instrument-rows.tsx'
import { OwnTotal } from './own-total.tsx'

const KeysHelp = lazy(() => import('./keys-help.tsx'))

const lists = ['followed', 'stock', 'coin', 'contract'] as const
type List = (typeof lists)[number]

const rowsOf = { followed: FollowedRows, stock: ShareRows, coin: CoinRows, contract: ContractRows } as const
const keywordMax = 40

/** The links of the list, from the top. */
function linksIn(list: HTMLElement | null): readonly HTMLAnchorElement[] {
  return [...(list?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]
}

/** Opens the instrument above or below the one that shows. */
function useStep(list: RefObject<HTMLElement | null>): (by: 1 | -1) => void {
  const navigate = useNavigate()
  return (by) => {
    const links = linksIn(list.current)
    const at = links.findIndex((link) => link.closest('[aria-current]') !== null)
    const next = links[at < 0 ? 0 : at + by]
    const to = next?.getAttribute('href')
    if (next === undefined || to === null || to === undefined) return
    // The way back leads to where the customer came from, not through every instrument in between.
    navigate(to, { replace: true })
    next.scrollIntoView({ block: 'nearest' })
  }
}

/** The keys of the list. */
function useListKeys(
  list: RefObject<HTMLElement | null>,
  { search, help }: { readonly search: () => void; readonly help: () => void },
): void {
  const t = useWords<TradingMessages>('trading')
  const step = useStep(list)
  useKeys([
    { key: '/', label: t('workspace.keys.search'), run: search },
    { key: 'ArrowDown', label: t('workspace.keys.next'), run: () => step(1) },
    { key: 'ArrowUp', label: t('workspace.keys.previous'), run: () => step(-1) },
    { key: '?', label: t('workspace.keys.open'), run: help },
  ])
}

/** Beside the chart of a desk: the instruments, a search in all of them, and what everything owned is worth. */
export default function Instruments() {
  const t = useWords<TradingMessages>('trading')
  const core = useWords<Messages>('core')
  const { token } = useSession()
  const { pathname, search } = useLocation()
  const [list, setList] = useState<List>(token === '' ? 'stock' : 'followed')
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(useDebounced(typed).trim())
  const [isHelp, setHelp] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useListKeys(box, { search: () => field.current?.focus(), help: () => setHelp(true) })
  // What was looked for is found once it is open.
  useEffect(() => setTyped(''), [pathname, search])
  const openFirst = (): boolean => {
    // What shows until the answer is there was found for another word.
    const isSettled = keyword === typed.trim() && box.current?.querySelector('[aria-busy=true]') === null
    const first = isSettled ? linksIn(box.current)[0] : undefined
    first?.click()
    return first !== undefined
  }
  const Rows = rowsOf[list]
  const label = (one: List): string => (one === 'followed' ? t('workspace.followed') : core(`families.${one}`))
  return (
    <section
      aria-label={t('workspace.instruments')}
      className="sticky top-0 flex h-dvh w-60 shrink-0 flex-col border-hair border-r bg-card roomy:w-72"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-3">
        <SearchField field={field} value={typed} onChange={setTyped} onFirst={openFirst} />
        <Segmented
          label={t('workspace.instruments')}
          value={list}
          onChange={(next) => {
            setTyped('')
            setList(next)
          }}
          choices={lists.map((value) => ({ value, label: label(value) }))}
          className="[&_button]:flex-auto [&_button]:px-0.5 [&_button]:text-12"
        />
      </div>
      <div
        ref={box}
        className="relative min-h-0 flex-1 overflow-y-auto border-hair border-t [&_a_svg[width='64']]:w-10 max-roomy:[&_a_svg[width='64']]:hidden"
      >
        {keyword === '' ? <Rows /> : <FoundRows keyword={keyword} />}
      </div>
      <Foot onHelp={() => setHelp(true)} />
      <Suspense fallback={null}>{isHelp && <KeysHelp onClose={() => setHelp(false)} />}</Suspense>
    </section>
  )
}

/** What everything owned is worth, and the way to the keys. */
function Foot({ onHelp }: { readonly onHelp: () => void }) {
  const t = useWords<TradingMessages>('trading')
  return (
    <div className="flex items-end justify-between gap-2 border-hair border-t p-3">
      <OwnTotal />
      <button
        type="button"
        aria-label={t('workspace.keys.open')}
        aria-keyshortcuts="?"
        onClick={onHelp}
        className="tap -m-1.5 grid shrink-0 place-items-center rounded-pill text-second hover:text-ink"
      >
        <Icon of={Keyboard} size={20} />
      </button>
    </div>
  )
}

function SearchField(props: {
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (value: string) => void
  /** Enter opens the best. @returns whether there is one. */
  readonly onFirst: () => boolean
}) {
  const { field, value, onChange, onFirst } = props
  const t = useWords<TradingMessages>('trading')
  const label = t('workspace.keys.search')
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isOpened = event.key === 'Enter' && value !== '' && onFirst()
    if (!isOpened && event.key !== 'Escape') return
    event.preventDefault()
    onChange('')
    field.current?.blur()
  }
  return (
    <label className="flex h-11 items-center gap-2 rounded-[10px] bg-hair px-3 text-second focus-within:outline-2 focus-within:outline-brand">
      <Icon of={Search} size={18} className="shrink-0" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        maxLength={keywordMax}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 bg-transparent text-14 text-ink outline-none placeholder:text-second"
      />
      {value === '' && (
        <span aria-hidden="true">
          <KeyHint>/</KeyHint>
        </span>
      )}
    </label>
  )
}

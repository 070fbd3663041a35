import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

interface ConsolePageProps {
  readonly title: string
  /** One sentence under it. */
  readonly note?: ReactNode
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A section that is one pane: settings, powers, the work to do. */
export function ConsolePage({ title, note, aside, children }: ConsolePageProps) {
  return (
    // The page never scrolls, this does: the keyboard must reach it even when nothing in it can be pressed.
    <main
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="-outline-offset-2 flex min-h-0 min-w-0 flex-col gap-4 overflow-y-auto px-6 py-5 max-[639px]:px-4"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-20">{title}</h1>
          {note !== undefined && <p className="mt-0.5 max-w-[80ch] text-second">{note}</p>}
        </div>
        {aside !== undefined && <div className="flex shrink-0 items-center gap-3">{aside}</div>}
      </header>
      {children}
    </main>
  )
}

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers are aligned right. */
  readonly align?: 'right'
  readonly className?: string
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** A row that can be opened: by its button in the first cell. */
  readonly onOpen?: (row: Row) => void
  readonly selected?: string | undefined
}

/** A dense table. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen, selected }: DataTableProps<Row>) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left">
      <thead>
        <tr className="text-12 text-second">
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" className={classes('px-3 py-2 font-plain', align === 'right' && 'text-right')}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row)
          return (
            <tr
              key={key}
              aria-selected={selected === undefined ? undefined : key === selected}
              className={classes('border-hair border-t align-top', key === selected && 'bg-wash')}
            >
              {columns.map(({ title, cell, align, className }, index) => (
                <td key={title} className={classes('px-3 py-2', align === 'right' && 'text-right', className)}>
                  {index === 0 && onOpen !== undefined ? (
                    <button
                      type="button"
                      onClick={() => onOpen(row)}
                      className="-my-1 py-1 text-left font-medium text-brand"
                    >
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

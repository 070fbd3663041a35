/** A key of the keyboard, beside what it does; not where only a finger points. */
export function KeyHint({ children, onFill = false }: { readonly children: string; readonly onFill?: boolean }) {
  return (
    <kbd
      className={`rounded-[5px] border px-1.5 font-medium font-sans text-12 pointer-coarse:hidden ${onFill ? 'border-current opacity-80' : 'border-line text-second'}`}
    >
      {children}
    </kbd>
  )
}

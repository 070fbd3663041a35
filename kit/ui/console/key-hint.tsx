/** A key of the keyboard, beside what it does. */
export function KeyHint({ children }: { readonly children: string }) {
  return (
    <kbd className="rounded-[5px] border border-line px-1.5 font-medium font-sans text-12 text-second">{children}</kbd>
  )
}

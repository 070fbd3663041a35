import type { HelpWords } from '../../domain/help.ts'

export const help: HelpWords = {
  'never-asked': {
    question: 'Someone is asking for my password, a code or a deposit',
    answer:
      'They are not from here. We never ask for passwords, codes, recovery words or deposits, and a message of staff that does is stopped before it reaches you. If you are written to elsewhere, do not answer, and let us know.',
  },
  'withdraw-free': {
    question: 'Do I have to deposit or pay something to withdraw?',
    answer:
      'No. A withdrawal never requires a deposit, a tax in advance, a level or a guarantee. The fee and its VAT are taken out of the amount, and you see them before you confirm. The terms are public, and a change for the worse is announced before it begins.',
  },
  'withdraw-time': {
    question: 'Why is my withdrawal still under review?',
    answer:
      'Two people release each payment. The page of the withdrawal shows its step, since when, and what it waits for. While it is under review you can cancel it, and the money is available again.',
  },
  'new-destination': {
    question: 'Why can I not withdraw to a new account?',
    answer:
      'A new account or address waits before its first withdrawal, so that you have time to see whether somebody else added it. The account says until when. It has to be in your name.',
  },
  'deposit-missing': {
    question: 'I deposited and the money is not there',
    answer:
      'Open the deposit in your records: its step is there. What arrives at your own CLABE or address is recognized by itself; staff review a transfer with a proof. What came from an account in another name is set aside and goes back to its origin.',
  },
  'deposit-back': {
    question: 'Can I send a deposit back?',
    answer:
      'Yes, whole and to the account it came from. No one on our staff can refuse it: it depends only on your identity, on a legal hold, and on whether you paused the account yourself.',
  },
  'order-open': {
    question: 'Why was my order not executed?',
    answer:
      'A limit order waits until somebody offers your price or a better one; out of hours it waits for the opening. The page of the order shows each step and each trade. While it is open you can change or cancel it at no cost.',
  },
  fees: {
    question: 'What fee do you charge?',
    answer:
      'You see it with its VAT before you confirm each order, and again in its receipt. For coins it falls with what you trade: the page of fees shows your tier and how much is missing to the next.',
  },
  settlement: {
    question: 'When can I use the money of a sale?',
    answer:
      'It is in your balance as soon as the sale is executed. The trade settles some business days later, and the receipt shows on which day. What you buy may have a time before it can be sold: the position shows until when.',
  },
  identity: {
    question: 'Why were my documents refused?',
    answer:
      'Each field that did not pass has its reason. You send only those again; what was in order stays. A review costs nothing and does not change your right to withdraw to an account that is verified.',
  },
  'lost-factor': {
    question: 'I lost my phone or my second factor',
    answer:
      'Sign in with your password and one of your recovery codes, then add another factor. Withdrawals wait for a time, in case it was not you. Without codes no one on our staff can remove your second factor, and nobody asks you for a code.',
  },
  'lost-password': {
    question: 'I forgot my password',
    answer:
      'Ask for a new one on the sign-in page, with a code to your phone or e-mail and your second factor if you have one. Withdrawals wait for a time afterwards, and we notify you by every way you have.',
  },
  intruder: {
    question: 'I think someone got into my account',
    answer:
      'In Security, end the sessions you do not know and change the password. The notice of a change in your account has a link that pauses it: nobody withdraws meanwhile, neither you nor whoever got in.',
  },
  sessions: {
    question: 'Where do I see my open sessions?',
    answer: 'In Security: each device, since when and from where. You can end any of them, or all but this one.',
  },
  'real-balance': {
    question: 'How do I know that my balance is true?',
    answer:
      'Each balance opens into the entries that it sums, and your phone checks receipts by itself up to the signed journal. Each day a proof of what the firm owes its customers is published, and your part is in it.',
  },
  practice: {
    question: 'Is the money here real?',
    answer:
      'Not in the practice market: prices and money are simulated, and each screen says so. If a screen has no such note, the firm works with real money.',
  },
  'staff-looks': {
    question: 'Who of you sees my data?',
    answer:
      'Few people, and only for a case of yours. Each time somebody looks at your data or reads a conversation it is in your log, with the time and the case.',
  },
  restricted: {
    question: 'My account is restricted: what can I do?',
    answer:
      'See everything, export it, sell and close what you own, withdraw to an account that is verified, and write to support. A restriction never keeps your money.',
  },
  limits: {
    question: 'Can I set limits or a pause for myself?',
    answer:
      'Yes. A lower limit takes effect at once; a higher one waits. A pause lets you sell and withdraw, and nobody can shorten it.',
  },
  statements: {
    question: 'Where are my statements?',
    answer: 'In Statements, as PDF and CSV. Their figures are those of the ledger, and you can open each of them.',
  },
  complaint: {
    question: 'How do I complain?',
    answer:
      'Write to us first: the answer has a deadline, and you keep a copy with its hash. You may also turn to the authority of your country at any time, for example CONDUSEF in Mexico.',
  },
}

import type { DocumentWords } from '../../domain/index.ts'

/** The documents in English. */
export const documents: DocumentWords = {
  titles: { privacy: 'Privacy notice', disclaimer: 'Risk notice' },
  facts: {
    name: 'legal name',
    address: 'address',
    privacyEmail: 'privacy e-mail',
    privacyOfficer: 'data protection officer',
    complaintsEmail: 'complaints e-mail',
    license: 'license',
    regulator: 'supervising authority',
    moneyHolder: 'who holds the money',
    conflicts: 'conflicts of interest',
  },
  practice: {
    name: 'Bolsillo, a practice firm',
    address: 'no office: it runs on the computer of whoever installed it',
    privacyEmail: 'no address of its own: ask whoever installed this server',
    privacyOfficer: 'whoever installed this server',
    complaintsEmail: 'no address of its own: ask whoever installed this server',
    license: 'None, and it needs none: it holds no real money and touches no real market.',
    regulator: 'None: it is a practice firm.',
    moneyHolder: 'Nobody: there is no real money here.',
    conflicts:
      'A program of this same firm makes the market and is on the other side of many orders. What it wins from customers or loses to them is published.',
  },
  missing: '[not filled in: {fact}]',
  none: {
    license: 'None. This firm has no license.',
    regulator: 'No authority supervises this firm.',
    conflicts: 'The firm declares that it has none.',
  },
  privacy: {
    practice: {
      title: 'This is a practice firm',
      lines: [
        'It holds no real money, has no license, and no order reaches a real market. It is for learning and for trying the program.',
        'Use practice data. Do not upload your real documents: one button makes practice ones.',
        'What follows is true here as well: it is how the program treats the data you give it.',
      ],
    },
    who: {
      title: 'Who answers for your data',
      lines: [
        'Responsible party: {name}.',
        'Address: {address}.',
        'Who looks after your data (encarregado in Brazil): {privacyOfficer}.',
        'E-mail: {privacyEmail}.',
      ],
    },
    data: {
      title: 'What we keep',
      lines: [
        '- Your phone or e-mail, your language and, if you like, a nickname.',
        '- Your passwords, only as fingerprints that cannot be read, and the codes and messages we send you.',
        '- Your sessions: which device, from which network, and when.',
        '- To verify you: name, date of birth, number and expiry of your ID, photos of it, and CURP, RFC, CPF or CNPJ.',
        '- The bank accounts and addresses you withdraw to.',
        '- Your orders, trades, deposits, withdrawals and balances.',
        '- What our staff does or looks at in your account.',
      ],
    },
    sensitive: {
      title: 'Sensitive and biometric data',
      lines: [
        'Your documents and their photos are kept encrypted, and only the person who reviews your case opens them; each time somebody does, your own log shows it. The program reads your balances and trades, and of the staff only those whose work needs them.',
        'We compute no measurements of your face or voice. If you sign in with a finger or your face, your phone compares it and it never reaches us.',
        'We do not ask about health, religion, political opinions, ethnic origin or sexual life.',
      ],
    },
    purposes: {
      title: 'What we use it for',
      lines: [
        'Necessary purposes, without which there is no account:',
        '- to open it and to know that it is you;',
        '- to keep your orders, your money and your statements;',
        '- to protect it and to tell you what happens in it;',
        '- to obey the laws against money laundering and of taxes.',
        'Secondary purposes: none. We do not advertise with your data or profile you to sell you something. If there ever are any, you are asked first, and a no takes nothing from you.',
      ],
    },
    bases: {
      title: 'By what right (Mexico and LGPD)',
      lines: [
        '- Contract: what is needed to keep your account.',
        '- Law: verifying identities, keeping records of trades, answering the authorities.',
        '- Legitimate interest (Brazil only): finding fraud and protecting accounts.',
        '- Consent: what you give without need, such as a nickname, and sensitive and financial data where the law asks for it. You withdraw it whenever you want.',
      ],
    },
    transfers: {
      title: 'Who it is shared with',
      lines: [
        'We do not sell it or give it to advertisers. It leaves only like this:',
        '- to the bank or network that pays your withdrawal or brings your deposit: your name, the account and the amount;',
        '- to who delivers our messages: your phone or e-mail and the message;',
        '- to the authority the law names, when it asks in writing.',
        'These need no permission of yours, because they are part of the service or ordered by law. For any other, inside or outside the country, you are asked first.',
      ],
    },
    keeping: {
      title: 'How long, and how it is protected',
      lines: [
        'While you have an account and, after it, as long as the law has trades and identifications kept. After that you can ask for it to be deleted.',
        'The journal that proves the books does not hold your name: only fingerprints that mean nothing without your data.',
        'Documents are encrypted, staff sign in with a physical or device key, and two people decide what is delicate.',
        'If a leak affects you, we tell you as soon as it is confirmed: what happened, which data, and what you can do.',
      ],
    },
    arco: {
      title: 'Your ARCO rights and how to use them',
      lines: [
        'You can see your data (access), correct it (rectification), ask for it to be deleted (cancellation) and object to a use (opposition), including decisions a program takes alone.',
        'Write to {privacyEmail} with your name, where to answer you, a copy of your ID, and what you ask for.',
        'In Mexico the answer comes within twenty business days and, if it is a yes, it is done within the next fifteen. It is free; only copies or shipping are charged.',
        'Much of it you do without asking: your trades and your log can be downloaded in the app.',
      ],
    },
    revoke: {
      title: 'Withdrawing your consent or limiting a use',
      lines: [
        'Write to {privacyEmail} and say which use should stop. We stop all that neither the law nor your open account requires.',
        'Withdrawing consent never keeps you from selling what you have or from withdrawing your money.',
      ],
    },
    lgpd: {
      title: 'If you are in Brazil: your rights under the LGPD',
      lines: [
        'By article 18, free and at any time:',
        '- to confirm that we process your data, and to see it;',
        '- to correct what is incomplete, inexact or old;',
        '- to have what is not needed made anonymous, blocked or deleted;',
        '- to take it to another provider;',
        '- to delete what you gave by consent;',
        '- to know with whom it was shared;',
        '- to know that you may refuse, and what follows;',
        '- to withdraw your consent.',
        'You can also ask for a person to review what a program decided. The encarregado is {privacyOfficer}: {privacyEmail}. The full answer comes within fifteen days.',
      ],
    },
    authority: {
      title: 'If our answer is not good enough',
      lines: [
        'Ask us first, and keep your request with its date. In Mexico you go to the Secretaría Anticorrupción y Buen Gobierno within the fifteen business days after our answer, or after the end of the term if there was none. In Brazil, to the ANPD, the agency for data protection, with the complaint we did not solve.',
      ],
    },
    browser: {
      title: 'What is kept in your browser',
      lines: [
        'Your session, your language, your preferences and a key that recognizes this device. There are no trackers, no advertising and no programs of other companies.',
      ],
    },
    changes: {
      title: 'When this notice changes',
      lines: [
        'Each version has a number and a date. When you sign in you see once what changed since the one you accepted, and the one in force is always on this page.',
        'Accepting a newer version or not never stops a sale, a withdrawal or your sign-in.',
      ],
    },
  },
  disclaimer: {
    practice: {
      title: 'This is practice',
      lines: [
        'The money is not real, no order reaches a real market, and nothing here can be cashed. A program makes the prices or copies them from a market; where they come from is in plain view. Winning here does not mean that you would win with real money.',
        'The risks below are those of the real products: they are explained so that you know them without paying for it.',
      ],
    },
    who: {
      title: 'Who you deal with',
      lines: [
        'Firm: {name}.',
        'Address: {address}.',
        'License: {license}',
        'Authority: {regulator}',
        'Who holds the money: {moneyHolder}',
      ],
    },
    general: {
      title: 'You can lose',
      lines: [
        'Prices rise and fall. You may get back less than you put in, or nothing.',
        'What happened before does not say what will happen. Nobody can promise you a return.',
        'Use only money you do not need soon, and never borrowed money.',
      ],
    },
    shares: {
      title: 'Shares',
      lines: [
        'A share is a part of a company. If the company does badly it may be worth very little; if it fails, nothing.',
        'Between a close and the next opening the price can jump: an order with a limit or a stop may not be filled, or be filled at another price.',
        'What you buy today may have to wait before it can be sold. Shares of another country also move with its currency.',
      ],
    },
    coins: {
      title: 'Digital coins',
      lines: [
        'They can lose more than half in days, also at night and on weekends.',
        'No central bank stands behind them, and in many countries no insurance covers them.',
        'A transfer to a wrong address cannot be undone. A coin may stop being traded.',
      ],
    },
    contracts: {
      title: 'Perpetual contracts',
      lines: [
        'With leverage, a small move against you takes all you put into the position.',
        'If your margin is not enough, the position closes by itself, in part or whole, at whatever price there is. No warning may reach you in time.',
        'Every few hours you pay or receive funding; over time it can cost more than the commission.',
        'Before your first contract you see how many accounts lose here, counted from the trades.',
      ],
    },
    conversion: {
      title: 'Currency conversion',
      lines: [
        'The rate includes a spread, which you see before you accept. There and back costs it twice.',
        'If you spend in one currency and hold another, you also win or lose by the rate.',
      ],
    },
    advice: {
      title: 'We give no advice',
      lines: [
        'What you see is data and tools, not a recommendation for you. You decide each order.',
        'Anybody who promises you gains, or asks for a password, a code or a payment before a withdrawal, is deceiving you.',
      ],
    },
    service: {
      title: 'When something fails',
      lines: [
        'The network, the market or our server may fail. An order may arrive late or not at all; the app says which, and never takes for done what did not happen.',
        'A market may halt. What is paused, since when and until when, is public.',
      ],
    },
    money: {
      title: 'Your money',
      lines: [
        'A withdrawal never asks for a payment first: the fee is taken from the amount, and you see it before.',
        'Money at a broker or in digital coins is not a bank deposit: deposit insurance (IPAB in Mexico, FGC in Brazil) does not cover the losses of an investment.',
        'Each movement is in a journal that cannot be changed, and a proof of what is owed to all customers is published every day, which your app checks.',
      ],
    },
    complaints: {
      title: 'Complaints',
      lines: [
        'Write to {complaintsEmail} first. If the answer does not help, the page “About” leads to the authority of your country.',
      ],
    },
    changes: {
      title: 'When this notice changes',
      lines: [
        'Each version has a number and a date. When you sign in you see once what changed since the one you accepted.',
        'Accepting a newer version or not never stops a sale, a withdrawal or your sign-in.',
      ],
    },
  },
  changes: { privacy: {}, disclaimer: {} },
}

// Words that are common in passwords, in English and Hebrew. Compiled manually for this project, not from a published
// list.
export const guessableWords: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass passcode secret letmein welcome hello hey login signin admin administrator root user username guest test
  testing demo temp changeme default master access system server internet computer laptop windows apple google facebook instagram
  youtube amazon microsoft samsung android iphone nokia love iloveyou loveyou lovely lover loveme forever always baby babygirl babyboy
  honey sweet sweetie sweetheart darling angel angels princess prince queen king kitty kitten bunny cutie beautiful pretty smile happy
  lucky heaven hope faith dream dreams peace freedom friend friends bestfriend family mother father mommy daddy mama papa brother sister
  mylove sunshine summer winter spring autumn flower flowers rose rainbow star stars moon sun sky ocean water fire earth nature
  butterfly monkey dragon tiger lion bear wolf eagle falcon dolphin horse pony dog puppy cat mustang phoenix panther cobra spider
  chicken turtle panda football soccer basketball baseball hockey tennis golf runner player gamer game games winner champion sport
  sports liverpool arsenal chelsea barcelona madrid juventus manchester united yankees lakers cowboys steelers maccabi hapoel beitar
  superman batman spiderman ironman pokemon pikachu starwars matrix naruto minecraft fortnite roblox hellokitty harrypotter potter ninja
  pirate wizard magic killer hunter ranger shadow ghost devil satan knight warrior soldier thunder lightning storm michael michelle
  jennifer jessica ashley amanda daniel daniela david andrew joshua matthew anthony robert thomas charlie george jordan justin nicole
  samantha hannah elizabeth alexander alexandra victoria maria william jackson tyler taylor austin brandon melissa stephanie christian
  patrick joseph jonathan benjamin samuel rachel rebecca sarah natalie sophie sophia emma olivia anna diana barbara patricia richard
  steven kevin brian jason chris nathan adam eric mark peter harley ginger pepper maggie buster bailey cooper noa noam tamar maya yael
  shira itay idan omer yossi moshe avraham yitzhak yaakov shlomo chaim eitan ariel gal or roni adi liat dana michal orit ronit eden
  shani avi eli dani nir guy tal amit lior oren ron gil asaf yoav yonatan uri money dollar cash gold golden silver diamond rich budget
  bank million whatever nothing something anything everything trustno trustme fuckyou fuck asshole bitch sexy hottie cool awesome great
  good best number one two three cookie chocolate banana orange cherry coffee pizza cheese candy sugar peanut butter pumpkin lemon
  strawberry vanilla january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday today tomorrow israel jerusalem telaviv haifa london paris newyork america california texas canada
  england france germany russia india china japan mexico brazil shalom jesus christ god blessed bless church abba ima boker laila purple
  yellow green blue red black white pink brown scorpion scorpio virgo gemini libra guitar music metallica nirvana slipknot eminem
  rocknroll ferrari porsche mercedes bmw corvette camaro yamaha honda toyota jeep truck chevy finance business
  office company work manager boss abc abcd qwe qwer qwerty qwertz azerty asd asdf zxc zxcv qaz wsx edc xhxnv akuo the and my me you we
  is it in on to of for a i im
  סיסמה סיסמא סוד כניסה ברוך הבא שלום אהבה אוהב אוהבת אותך אהובה אהוב נסיכה מלכה מלך מלאך אמא אבא סבא סבתא משפחה ילדים בית חברים חבר
  חברה ישראל ירושלים חיפה כסף מיליון זהב עושר תקציב עסק אימון מאמן מאמנת כדורגל מכבי הפועל ביתר שמש ירח כוכב כוכבים פרח פרחים קיץ
  חורף אביב סתיו חתול כלב אריה נמר דוד דניאל משה אברהם יצחק יעקב שרה רבקה רחל לאה מיכל נועה תמר מאיה יעל שירה יוסי דנה אנה שבת חג שמח
  תודה בוקר טוב לילה חיים מזל אני את אתה ה
`
    .trim()
    .split(/\s+/),
)

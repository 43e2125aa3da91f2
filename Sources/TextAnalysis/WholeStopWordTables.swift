// A table of data.
/// Further function words by language, for the words that `WordSegmenter` gives.
enum WholeStopWordTables {
    static let all: [String: String] = [
        "en": """
        across ago along already although always among amid another anyone anything around away back became become
        begin begins behind besides better cannot come comes could despite either else enough even ever every everyone
        everything get gets getting given go goes going got gotten hence however ill indeed instead let lets like likely
        made make makes making many maybe much must near never nearly next nobody none nothing often ok onto others
        perhaps quite rather really seem seems several since something soon still take takes taken than thing things
        though thus together took toward towards unless upon usually want wants well went whatever whether whose within
        without yes yet you'll one two three four five six seven eight nine ten first second new old
        """,
        "de": """
        aller alle allem allen alles also ander andere anderen andern anderer anderes bereits beide beiden bisher bleibt
        bevor dabei dafur dagegen daher damit danach dann daran darauf daraus darf darin daruber darum davon dazu deine
        denen deren derzeit deshalb dessen deutlich diese diesem diesen dieser dieses dort eben eigene eigenen einmal
        einige erst erste ersten erneut etwa etwas fast ganz gar gab geben gibt gehen geht gerade gut hier hin hinter
        ihm ihn ihnen ihren ihrem ihrer immer innerhalb jede jedem jeden jeder jedes jedoch jene jetzt kam kommen kommt
        konnte konnten lassen laut macht machen mal manche mehrere meist mich mir mitten musste mussen nie niemand
        nichts obwohl oft seit seid sehr seinem seinen seiner seines selbst sogar solche soll sollen sollte sondern
        sonst statt steht trotz uber uberhaupt ubrigens unser unsere viel viele vielen vom voll wahrend waren weder
        wegen weiter weitere weiteren welche welcher wenig weniger werde wieso wohl wollen wollte worden wurden wurde
        zudem zunachst zuruck zusammen zwar neue neuen neuer neues zwei drei
        """,
        "es": """
        ademas ahi ahora algo algun alguna algunas alguno algunos alla alli ambos antes apenas aquel aquella aqui aun
        bajo bien cada casi cerca cierto cualquier cuanto debe deben debido dentro despues dia dicho dijo donde dos
        ellas empieza encima ese esos esas estaba estado estar esta este etc fueron fuera gran grande hace hacen hacer
        hacia haya hemos hizo hoy incluso ir jamas junto le les luego lleva mayor mediante medio mejor menos mi mis
        mismo misma mucha muchas mucho muchos nada nadie ni ningun ninguna nueva nuevo nuevas nuevos nunca otras otros
        parece parte pese poca poco podria podra puede pueden pues quienes sea sean sera segun seis sido siempre sino
        solo somos soy sus tal tambien tampoco tan tanto tenia tener tienen toda todas tres tuvo ultima ultimo unas
        usted va van varios vez veces ver
        """,
        "fr": """
        afin ailleurs ainsi alors apres aucun aucune aujourd aupres aussi autre autres avaient avait avant beaucoup bien
        ca car ceci cela celle celles celui cependant certains chaque cinq deja depuis derriere devant deux doit
        doivent dont durant encore enfin entre etaient etant etaient face faire fois font furent grace hors hui ici
        jamais lors lorsque malgre mieux moins non notamment nouveau nouvelle nouveaux nouvelles parce parmi pendant
        personne peu peut peuvent plusieurs plutot pourra pourrait premier premiere pres presque puis quatre quelque
        quelques quoi rien sans selon sera serait seront seulement soit sommes sous souvent surtout tandis tant telle
        tels toujours tres trois trop va vers veut voici voila vont sera
        """,
        "it": """
        alcuni alcune altra altre altri altro ancora anni appena aveva avere avra bene ben cinque cioe circa cosi cose
        della dentro deve devono dire dopo due durante ecco entro erano essere fare fatto fino fu fuori gia grande hai
        ieri infatti inoltre insieme intanto invece lungo mai meno mentre molta molte molti molto nessuno niente nostro
        nulla nuova nuovo nuove nuovi oggi oltre ora ormai pero piu poco poi presso proprio puo qualche quali quanta
        quattro quasi quelli quella queste questi qui quindi sara sarebbe secondo sei sempre siamo solo soltanto sopra
        soprattutto sotto stata state stati stato stesso tanto tre troppo tutta tutte uno verso viene vostro
        """,
        "pt": """
        agora ai ainda alem algo alguem algum alguma alguns ali ambos antes apenas aquele aqui assim ate bem cada cerca
        cinco comigo deve devem diz dois duas durante enquanto entao esses estao estar estas estava este estes estou
        fazer faz foram fora grande houve hoje la lhes logo maior mas melhor menos meus muita muitas muitos nada neste
        nesta ninguem nova novo novas novos nunca onde ontem outra outras outro outros pode podem pois pouco primeira
        primeiro quase quatro segundo sempre sendo seria sido sob sobretudo somente tal talvez tanto tao teve tinha toda
        todas todo todos tres tudo uns umas vai varios vez vao
        """,
        "nl": """
        achter afgelopen aldus alleen allemaal alles andere anders bent beter bij binnen blijft blijkt boven buiten
        daar daarna daarom deden deed deze dezelfde diens doe drie eens eerder eerst eerste elk elke enkele er ergens
        etc eerste gaan gedaan geweest ging haar hadden heel hem hierbij iedere iedereen iemand iets ieder inmiddels
        jaar jij jou jouw jullie kon konden komen komt krijgt laat langs laten later maken mag meest mij minder moeten
        moet mogen na nieuwe niets nooit oud ooit opnieuw opzichte rond samen sinds sommige steeds straks tijdens
        tussen twee uw vaak vanaf vandaag veel verder volgens voorbij vooral waarbij wanneer waren weer weinig welk
        welke werden wij worden zeer zei zelf zelfs zoals zullen zult
        """,
        "pl": """
        albo bardzo bedzie beda bowiem bym choc ci ciebie coraz czego czemu dlaczego dwa dzis dzisiaj gdzie ich ile
        inne innych iz jaka jakie jako jednak jeden jedna jeszcze kazdy kiedy kilka kim lat lecz lub ma maja mam mi
        mial mimo moze mozna musi my nad nadal nasz nawet nia nic nich niech niego niej niemal nim niz nowy nowa nowe
        obok oraz oto poza ponad prawie razem raz rok roku sam sobie soba sposob swoj swoja tam tego tej tez ten teraz
        totez trzy trzeba tutaj tylko tych tym u wasz wcale wiec wiele wielu wlasnie wszystko wszystkich wsrod zaden
        zanim zas zawsze zeby znow znowu
        """,
        "tr": """
        acaba adeta artik asla aslinda ayni bana bazen bazi belki ben bile biri birkac bircok biz boyle bunu bunun
        dakika degil dogru dolayi dort eger elbette fakat falan gerek halen hangi hani hatta hep hepsi her hic iki
        iste itibaren karsi kendi kez kim kime kimi kimse mu nasil nerede niye olacak olan olduğu oldugu olsa olmak olup onlar onu
        onun oysa pek rağmen sadece sanki sen seni sey siz sonunda soyle su tarafindan tek trilyon uc uzere var vardi
        yani yapti yaptigi yeni yerine yine yok yoksa zaten bin milyon gun yil
        """,
        "ru": """
        будет будут бывает более больше будто всего всех вдруг ведь вместе вокруг вновь вы где говорит год года году
        даже два двух день должен другой другие если есть зачем здесь именно иначе иногда каждый какая какие какой
        которая которое которые который которых кроме кто куда либо лишь лучше между менее меня мне много может можно
        мой моя на надо назад наиболее нам нас наш нельзя несколько никогда ним них ничего новый новая новые новое
        однако около она опять отсюда очень первый первая пока помимо потом почти просто против прямо раз разве сам
        сама сами свои своей своих своего сейчас сегодня себе себя сколько сначала совсем среди стал стала стали сразу
        такая такие такой там тебя тем теперь того тоже той том тот тогда три ты уж хотя хорошо чего чей чем чему через
        числе чуть эта этих этого этой этом
        """,
        "bg": """
        а ако аз без беше би бил бъде в ваш вече все всеки всички във върху где го да дали днес до докато дори е един
        една едно ето за зад заради заедно защо защото и из или им има имат их как каква какво като кога когато което
        които кой която към ли му между ме много може на най над наш не него нея ни нито но нова ново нови някой няма
        обаче около от по под поради после почти пред през при първи сa са сами само се сега си след според срещу със
        също тази така там те тези това тогава този той толкова трябва тя ще
        """,
        "uk": """
        або адже більше буде будуть вас вже вони все всіх де для доки другий два ж його лише можна може має між над нас
        наш наші неї немає нині новий нова нові ось одна один окрім перед перша перший понад потім саме свої своїх
        сьогодні тільки того тому тут цей цього цієї чому щодо який яка яке які якщо
        """,
        "ar": """
        أي أيضا أكثر أمام أما أنه أنها إذا إلا أحد آخر أول الذين اللذين اليوم أمس بأن بسبب بعض بل به بها بين تحت تكون تم
        جدا حول حيث خلال دون ذلك تلك سوف ضد ضمن عام عبر عدم عند عندما غير فإن فقط فوق فيه فيها قال قالت كما كيف لأن لدى
        لقد لكن لكنه له لها لهم ليس ليست مما منذ منه منها نحو نفس هل هناك هنا هؤلاء وأن وفي وقد وقال وكان ولا ومن وهو
        وهي يكون يمكن يوم إنه إنها وعلى و
        """,
        "hi": """
        अगर अपना अपनी अपने अब अभी आज आप इन इस इसका इसकी इसके इसने इसमें इसे इसी ई उन उनका उनकी उनके उनको उन्हें उन्होंने उस उसका उसकी
        उसके उसने उसे एक ऐसा ऐसी ऐसे ओर और कई कब कभी कम कर करता करती करते करना करने करें करेंगे करेगा कहा का कि किए किया किस किसी की कुछ के को
        कोई कौन क्या क्यों खुद गई गए गया गयी चाहिए जब जहां जा जाता जाती जाने जाएगा जैसे जो तक तथा तब तरह तो था थी थे दिया दी दे दो द्वारा न नया
        नई नए नहीं ना ने पर पहले पास फिर बहुत बाद बीच बारे भी मगर मिला मुझे में मेरा मैं यदि यह यहां यहाँ यही या ये रहा रही रहे लगा लगे लिए
        लिया लेकिन लोग वह वहां वही वाला वाली वाले वे वो व सकता सकते सब सबसे सभी साथ से हम हमारे हर ही हुआ हुई हुए हूं है हैं हो होगा होगी होता
        होती होते होना होने लेकर जारी
        """,
        "ko": """
        것 수 등 및 더 또 또는 그 이 저 그리고 그러나 하지만 위해 위한 대한 대해 대해서 통해 따라 따른 따르면 있는 있다 없는 없다
        하는 한다 했다 하고 하며 된다 됐다 되는 될 오늘 어제 내일 올해 지난 지난해 이날 이번 다음 약 전 후 중 때 때문 때문에 함께
        가장 모든 다시 이미 아직 매우 바로 관련 관련해 밝혔다 말했다 전했다 왜 무엇 어떻게 나 너 우리 그는 그녀 이런 그런 첫 새 두 세
        """,
        "th": """
        และ หรือ ที่ ใน ของ เป็น มี ได้ ให้ ไม่ ว่า จะ กับ จาก โดย นี้ นั้น แล้ว ก็ แต่ ถึง ไป มา อยู่ เมื่อ เพื่อ ตาม ซึ่ง ต้อง การ ความ ผู้
        ยัง อีก ทั้ง ด้วย กว่า หลัง ก่อน ต่อ ขึ้น ลง ออก เข้า คือ ถูก อย่าง เพราะ หาก ถ้า แม้ ทุก บาง หลาย เขา เธอ เรา พวก ผม ฉัน คน วัน ปี นาย
        นาง น.ส. เผย ระบุ กล่าว พบ วันนี้ ล่าสุด ใหม่ แห่ง ระหว่าง เกี่ยว เกี่ยวกับ ทำ ทำให้ รวม กัน บน ใต้ พร้อม สำหรับ
        """,
        "fa": """
        آن آنها آیا از است اگر اما این با باید بر برای بعد به بود بودند بی پس پیش تا تر ترین تنها چرا چند چه حال خود خواهد دارد
        دارند در درباره دو دیگر را روی زیر سوی شد شدن شده شود علیه کرد کردن کرده کند کنند که کی ما من می میان نمی نه نیز نیست ها
        های هر هم همه همین هنوز هیچ و وی یا یک یکی
        """,
        "ur": """
        آج آپ اب اپنا اپنی اپنے اس ان انہوں اور ایک اے بعد بھی بہت پر پھر تا تک تھا تھی تھے تو جا جب جس جو خود دیا دی دے رہا رہی رہے
        سب سکتا سے طرح کا کر کرتے کرنے کو کوئی کہ کی کیا کیوں کے گئی گا گی گے گیا لیے مگر مل میں نہ نہیں نے وہ ہم ہو ہونے ہوئے ہی ہے
        ہیں یا یہ
        """,
        "mr": "आहे आणि आहेत या च ते हे होते केली केले झाला झाली झाले करण्यात येथे मध्ये साठी नाही होता असे",
        "ne": "छ छन् हुन् गरेको गर्ने भएको भने र लागि मा को ले लाई पनि गरेका भयो थियो",
        "zh": """
        的 了 和 是 在 与 为 将 对 及 被 也 就 都 而 或 等 这 那 其 之 于 我 你 他 她 它 们 我们 你们 他们 她们 什么 没有 有 不 没 无 未
        上 下 中 里 内 外 前 后 时 从 到 向 自 由 以 因 因为 所以 但 但是 如果 虽然 然而 而且 并 并且 或者 以及 还 还是 只 只是 只有 又 再
        才 很 更 最 太 已 已经 正 正在 曾 会 能 能够 可 可以 可能 要 想 让 使 使得 给 把 比 跟 同 向 往 按 按照 据 根据 关于 对于 由于
        通过 经过 随着 作为 成为 其中 其他 其它 此 此次 本 该 各 每 某 另 另外 多 少 几 一 二 两 三 一个 一些 一种 这个 这些 这样 这里 那个
        那些 那么 如何 怎么 怎样 为什么 谁 哪 哪些 哪里 吗 呢 吧 啊 呀 着 过 得 地 所 者 个 次 年 月 日 号 时候 今年 去年 今天 昨天 明天
        今日 昨日 当日 目前 现在 日前 近日 最近 进行 表示 称 说 指出 认为 宣布 显示 报道 记者 新 大 小 首 第一 超 约 近 逾 超过 以来 之间
        之后 之前 以上 以下 左右 不是 就是 都是 还有 出现 发生 开始 继续 仍 仍然 均 皆 共 与其 为何 究竟 到底 達 這 個 們 為 與 對 將 從
        會 後 時 還 沒 沒有 說 過 來 去 是否 若 則 等等 人 家 名 位 元 万 亿 点 日电 新闻
        """,
        "ja": """
        の は を に が と で も へ や から まで より です ます した する して いる ある この その あの れる られ られる させ なる なっ なり
        なら なく ない なかっ なかった だ だっ だった で でき できる でも では には とは として という といった など ほど だけ しか ばかり
        くらい ぐらい ながら ため ための よう ような ように こと もの ところ とき うち それ これ あれ どれ ここ そこ どこ いつ なぜ なに 何
        だれ 誰 そして また まだ もう さらに しかし だが ただ つまり ので のに けれど けど ね よ か な さ たち など い う え お き く け し
        せ た ち つ て と ば ま み む め ん せる せん ず ぬ べき たい たく れ ろ わ 的 化 性 者 さん 氏 年 月 日 時 分 人 円 万 億 約 今日
        昨日 明日 今年 昨年 来年 前 後 中 上 下 内 外 新 大 初 第 同 各 全 本 目 回 件 つい ついて おい おいて よる よって よると 対し 対する 向け 発表 表明
        """,
    ]
}

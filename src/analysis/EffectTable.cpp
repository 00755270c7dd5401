// The effects of library functions, after the C standard, POSIX and the glibc manual.
//
// clang-format off
//   r0 w1          reads, writes the object that argument 0, 1 points to
//   r0[2] w1#8     ... as many bytes as argument 2 says; ... 8 bytes
//   rr0 ww0        ... what the pointers in that object point to
//   R0 W0          ... everything reachable from it
//   r2+ w1+        ... behind argument 2, 1 and all pointer arguments that follow
//   fmt1           argument 1 is a printf format: pointers that follow are read, and written if the format may have %n
//   scan1          argument 1 is a scanf format: unless it is constant and has no %m (which allocates), nothing is known about the call
//   <errno >errno  reads, writes a library state
//   <g:optind      reads (>g: writes) a variable that the library defines
//   rk:tokens      reads (wk: writes) the objects that were retained in a library state
//   s0 fd0         argument 0 is a stream, a descriptor: its state is read and written
//   o0 ofd0        argument 0 is a stream, a descriptor that something is appended to: its state is only written
//   ret=0 ret~0    returns argument 0, a pointer into its object
//   ret*0          returns a pointer into what the pointers in the object of argument 0 point to
//   ret=fresh      returns a new object; init: with defined contents
//   ret=state:env  returns a pointer to memory of the library; ret~state:env: into what was retained there
//   put1~0 ...     *1 becomes what ret~0 would return; gput:optarg*1: the same for a variable of the library
//   copy0<1[2]     copies the bytes of *1 to *0 (as many as argument 2 says); copyret<0: to the fresh object
//   keep0:other    argument 0 is retained in a library state; keep*0: the pointers in its object
//   esc0           argument 0 escapes altogether
//   call3(0,1)     calls argument 3 with pointers into the objects of 0 and 1
//   acall1()       the same any time later; dcall1(): for the function pointers in *1
//   exit leave     never returns, may not return
//   twice          returns twice
//   out in         shows something to the outside world, takes something from it
//   rewire         may make a standard stream and another descriptor the same thing
//   status         changes what its streams and descriptors are: open, connected, buffered, wide, where they stand;
//                  with rewire: of all of them
//   opens          takes a free descriptor, which may be a standard one in programs that rewire
// Implied: who touches a stream or descriptor in any way reads its status. <files reads the attributes of the process
// (<process), through which paths are seen. <g:stdout also means the streams that the variable stdout holds. A printf
// format that may have %m reads errno. The first wide access to a stream makes it wide, the first other one makes it
// narrow; hence wide output reads what was written before.
// clang-format on
//
// Not said: that streams write into a buffer given to setvbuf (a program is taken not to read it).
// errno: a function that may fail sets it. Allocation has no state of its own: addresses are not data
// (docs/design.md#outcome). printf and the like do not depend on what was printed before; asking a stream for errors or
// its position does.

#include "analysis/EffectTable.h"

namespace vernier {

const EffectRow EffectRows[] = {
    // string.h, strings.h
    {"strlen strnlen wcslen wcsnlen __strlen_chk", "r0"},
    {"strcmp strcasecmp wcscmp strverscmp", "r0 r1"},
    {"strncmp strncasecmp wcsncmp", "r0 r1"},
    {"memcmp bcmp __memcmpeq timingsafe_bcmp", "r0[2] r1[2]"},
    {"strcoll strcoll_l wcscoll", "r0 r1 <locale >errno"},
    {"strchr strrchr index rindex strchrnul __rawmemchr rawmemchr __strchrnul wcschr wcsrchr", "r0 ret~0"},
    {"strstr strcasestr strpbrk wcsstr wcspbrk", "r0 r1 ret~0"},
    {"memchr memrchr wmemchr", "r0 ret~0"},
    {"memmem", "r0 r2 ret~0"},
    {"strspn strcspn wcsspn wcscspn", "r0 r1"},
    {"strcpy strcat __strcpy_chk __strcat_chk wcscpy wcscat", "r0 r1 w0 copy0<1 ret=0"},
    {"strncpy strncat __strncpy_chk __strncat_chk wcsncpy wcsncat", "r0 r1 w0 copy0<1 ret=0"},
    {"stpcpy stpncpy __stpcpy_chk __stpncpy_chk __stpcpy", "r1 w0 copy0<1 ret~0"},
    {"strlcpy strlcat __strlcpy_chk __strlcat_chk", "r0 r1 w0 copy0<1"},
    {"memcpy memmove __memcpy_chk __memmove_chk", "r1[2] w0[2] copy0<1[2] ret=0"},
    {"mempcpy __mempcpy __mempcpy_chk", "r1[2] w0[2] copy0<1[2] ret~0"},
    {"memccpy", "r1 w0 copy0<1 ret~0"},
    {"wmemcpy wmemmove", "r1 w0 copy0<1 ret=0"},
    {"wmemset", "w0 ret=0"},
    {"wmemcmp", "r0 r1"},
    {"bcopy", "r0[2] w1[2] copy1<0[2]"},
    {"memset __memset_chk", "w0[2] ret=0"},
    {"bzero explicit_bzero", "w0[1]"},
    {"strdup __strdup strndup __strndup wcsdup", "r0 ret=fresh init copyret<0 >errno"},
    {"strtok", "r0 r1 w0 <tokens >tokens keep0:tokens ret~0 ret~state:tokens rk:tokens wk:tokens"},
    {"strtok_r __strtok_r", "r0 r1 w0 r2 w2 rr2 ww2 ret~0 put2~0 put2*2 ret*2"},
    {"strsep", "r0 w0 rr0 ww0 r1 ret*0 put0*0"},
    {"strerror strsignal strerrorname_np strerrordesc_np", "<locale >other ret=state:other"},
    {"strerror_r __xpg_strerror_r", "<locale w1 ret=1 ret=state:other >errno"},
    {"strxfrm", "r1 w0 <locale >errno"},
    {"swab", "r0[2] w1[2]"},
    // ctype.h, wctype.h
    {"isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper "
     "isascii toascii",
     "<locale"},
    {"iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit "
     "towlower "
     "towupper iswctype wcwidth",
     "<locale"},
    {"wctype", "r0 <locale"},
    {"wcswidth", "r0 <locale"},
    {"__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc", "ret=state:locale <locale"},
    {"__ctype_get_mb_cur_max", "<locale"},
    // wchar.h conversions
    {"mbrtowc mbrtoc32", "w0 r1 r3 w3 <locale >errno <other >other"},
    {"mbtowc", "w0 r1 <locale >errno <other >other"},
    {"wctomb", "w0 <locale >errno <other >other"},
    {"wcrtomb c32rtomb", "w0 r2 w2 <locale >errno <other >other"},
    {"mbrlen", "r0 r2 w2 <locale >errno <other >other"},
    {"mblen", "r0 <locale >errno <other >other"},
    {"mbsinit", "r0"},
    {"mbstowcs wcstombs", "w0 r1 <locale >errno"},
    {"mbsrtowcs wcsrtombs mbsnrtowcs", "w0 r1 w1 rr1 put1*1 R3 W3 <locale >errno"},
    {"btowc wctob", "<locale"},
    // stdlib.h: numbers
    {"atoi atol atoll atof", "r0 <locale >errno"},
    {"strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold strtoq strtouq __isoc23_strtol "
     "__isoc23_strtoul "
     "__isoc23_strtoll __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax __strtol_internal __strtoul_internal "
     "__strtod_internal __strtof_internal __strtold_internal",
     "r0 w1#8 put1~0 <locale >errno"},
    {"ffs ffsl ffsll abs labs llabs imaxabs div ldiv lldiv", ""},
    {"rand random lrand48 drand48 mrand48 arc4random arc4random_uniform", "<random >random"},
    {"srand srandom srand48", ">random"},
    {"rand_r", "r0 w0"},
    {"arc4random_buf", "w0 <random >random"},
    // stdlib.h: memory
    {"malloc aligned_alloc valloc memalign pvalloc alloca", "ret=fresh >errno"},
    {"calloc", "ret=fresh init >errno"},
    {"realloc", "r0 w0 copyret<0 ret=fresh ret=0 init >errno"},
    {"reallocarray", "r0 copyret<0 ret=fresh ret=0 init >errno"},
    {"posix_memalign", "w0 put0=fresh"},
    {"free cfree", "w0"},
    {"malloc_usable_size", ""},
    {"_Znwm _Znam", "ret=fresh leave"},
    {"_ZdlPv _ZdaPv _ZdlPvm _ZdaPvm", ""},
    // stdlib.h: control
    {"exit", "exit >stdout >stderr >files out >children"},
    {"_exit _Exit quick_exit", "exit out >children"},
    {"abort __stack_chk_fail __chk_fail __fortify_fail", "exit out >children"},
    {"__assert_fail __assert __assert_perror_fail", "exit r0 r1 r3 >stderr out >children <g:stderr"},
    {"err verr errx verrx", "exit r1 R2+ <errno >stderr out >children <g:stderr"},
    {"warn warnx vwarn vwarnx", "r0 R1+ <errno >stderr out <g:stderr"},
    {"error", "leave r2 r3+ <errno >stderr <g:error_print_progname <g:program_invocation_name "
              ">g:error_message_count out >children <g:stderr"},
    {"error_at_line", "leave r2 r4 r5+ <errno >stderr <g:program_invocation_name "
                      ">g:error_message_count out >children <g:stderr"},
    {"atexit at_quick_exit", "acall0() <other >other"},
    {"on_exit", "acall0(1) keep1:other <other >other"},
    {"__cxa_atexit", "acall0(1) keep1:other <other >other"},
    {"getenv secure_getenv __secure_getenv", "r0 <env ret=state:env ret~state:env rk:env <g:environ"},
    {"putenv", "r0 keep0:env >env >errno >g:environ"},
    {"setenv", "r0 r1 >env <env >errno >g:environ"},
    {"unsetenv", "r0 >env <env >errno >g:environ"},
    {"clearenv", ">env >g:environ"},
    {"system", "r0 <env <files >files <stdin >stdin <stdout >stdout <stderr >stderr >errno out in"},
    {"qsort", "r0 w0 copy0<0 call3(0,0)"},
    {"qsort_r", "r0 w0 copy0<0 call3(0,0,4)"},
    {"bsearch", "r0 r1 ret~1 call4(0,1)"},
    {"lfind", "r0 r1 r2 ret~1 call4(0,1)"},
    {"mkstemp mkostemp mkdtemp mkstemps mktemp", "r0 w0 ret=0 <files >files <random >random >errno out in opens"},
    {"realpath __realpath_chk", "r0 w1 ret=1 ret=fresh init <files <process >errno in"},
    {"canonicalize_file_name", "r0 ret=fresh init <files <process >errno in"},
    {"getloadavg", "w0 <clock in"},
    {"getsubopt", "R0 W0 R1 w2 put2*0 put0*0"},
    {"setjmp _setjmp __sigsetjmp sigsetjmp", "w0 r0 twice"},
    {"longjmp _longjmp siglongjmp __longjmp_chk", "w0 r0 exit"},
    // stdio.h: output
    {"printf", "r0 fmt0 <locale >stdout >errno out <g:stdout"},
    {"__printf_chk", "r1 fmt1 <locale >stdout >errno out <g:stdout"},
    {"fprintf", "r1 fmt1 o0 <locale >errno out"},
    {"__fprintf_chk", "r2 fmt2 o0 <locale >errno out"},
    {"dprintf", "r1 fmt1 ofd0 <locale >errno out"},
    {"sprintf", "r1 fmt1 w0 <locale >errno"},
    {"snprintf", "r2 fmt2 w0 <locale >errno"},
    {"__sprintf_chk", "r3 fmt3 w0 <locale >errno"},
    {"__snprintf_chk", "r4 fmt4 w0 <locale >errno"},
    {"asprintf", "r1 fmt1 w0 put0=fresh <locale >errno"},
    {"__asprintf_chk", "r2 fmt2 w0 put0=fresh <locale >errno"},
    {"vprintf", "r0 R1 W1 <locale <errno >stdout >errno out <g:stdout"},
    {"__vprintf_chk", "r1 R2 W2 <locale <errno >stdout >errno out <g:stdout"},
    {"vfprintf", "r1 R2 W2 o0 <locale <errno >errno out"},
    {"__vfprintf_chk", "r2 R3 W3 o0 <locale <errno >errno out"},
    {"vdprintf", "r1 R2 W2 ofd0 <locale <errno >errno out"},
    {"vsprintf", "r1 R2 W2 w0 <locale <errno >errno"},
    {"vsnprintf __vsnprintf", "r2 R3 W3 w0 <locale <errno >errno"},
    {"__vsprintf_chk", "r3 R4 W4 w0 <locale <errno >errno"},
    {"strfromd strfromf strfroml", "r2 w0 <locale"},
    {"__vsnprintf_chk", "r4 R5 W5 w0 <locale <errno >errno"},
    {"vasprintf", "r1 R2 W2 w0 put0=fresh <locale <errno >errno"},
    {"__vasprintf_chk", "r2 R3 W3 w0 put0=fresh <locale <errno >errno"},
    {"puts", "r0 >stdout >errno out <g:stdout"},
    {"putchar putchar_unlocked", ">stdout >errno out <g:stdout"},
    {"putwchar", "<stdout >stdout >stdout-status status >errno out <g:stdout"},
    {"fputs fputs_unlocked", "r0 o1 >errno out"},
    {"fputws", "r0 s1 status >errno out"},
    {"fputc putc fputc_unlocked putc_unlocked _IO_putc", "o1 >errno out"},
    {"fputwc putwc", "s1 status >errno out"},
    {"__overflow", "o0 >errno out"},
    {"fwrite fwrite_unlocked _IO_fwrite", "r0 o3 >errno out"},
    {"perror", "r0 <errno >stderr out <g:stderr"},
    {"psignal", "r1 >stderr out <g:stderr"},
    {"fflush fflush_unlocked _IO_fflush", "s0 <stdout >stdout <stderr >stderr <files >files >errno out"},
    {"fpurge __fpurge", "s0"},
    // stdio.h: input
    {"scanf __isoc99_scanf __isoc23_scanf", "r0 scan0 w1+ <locale <stdin >stdin >errno in <g:stdin"},
    {"fscanf __isoc99_fscanf __isoc23_fscanf", "r1 scan1 w2+ s0 <locale >errno in"},
    {"sscanf __isoc99_sscanf __isoc23_sscanf", "r0 r1 scan1 w2+ <locale >errno"},
    {"vscanf __isoc99_vscanf __isoc23_vscanf", "r0 scan0 R1 W1 <locale <stdin >stdin >errno in <g:stdin"},
    {"vfscanf __isoc99_vfscanf __isoc23_vfscanf", "r1 scan1 R2 W2 s0 <locale >errno in"},
    {"vsscanf __isoc99_vsscanf __isoc23_vsscanf", "r0 r1 scan1 R2 W2 <locale >errno"},
    {"getchar getchar_unlocked", "<stdin >stdin >errno in <g:stdin"},
    {"getwchar", "<stdin >stdin >stdin-status status >errno in <g:stdin"},
    {"fgetc getc fgetc_unlocked getc_unlocked _IO_getc __uflow __underflow", "s0 >errno in"},
    {"fgetwc getwc", "s0 status >errno in"},
    {"fgets fgets_unlocked", "w0 s2 ret=0 >errno in"},
    {"fgetws", "w0 s2 status ret=0 >errno in"},
    {"__fgets_chk __fgets_unlocked_chk", "w0 s3 ret=0 >errno in"},
    {"gets", "w0 <stdin >stdin ret=0 >errno in <g:stdin"},
    {"ungetc", "s1 >errno"},
    {"ungetwc", "s1 status >errno"},
    {"fread fread_unlocked _IO_fread", "w0 s3 >errno in"},
    {"__fread_chk __fread_unlocked_chk", "w0 s4 >errno in"},
    {"getline __getline", "r0 w0 r1 w1 ww0 put0=fresh s2 >errno in"},
    {"getdelim __getdelim", "r0 w0 r1 w1 ww0 put0=fresh s3 >errno in"},
    // stdio.h: streams
    {"fopen fopen64", "r0 r1 ret=fresh init <files >files <process >errno in out opens"},
    {"fdopen _IO_fdopen", "r1 ret=fresh init <files >files >errno in rewire status"},
    {"freopen freopen64", "r0 r1 s2 ret=2 <files >files >errno in out rewire status"},
    {"tmpfile", "ret=fresh init <files >files >errno opens"},
    {"popen",
     "r0 r1 ret=fresh init <files >files <env <stdin >stdin <stdout >stdout <stderr >stderr >errno in out opens"},
    {"fclose pclose _IO_fclose", "s0 <files >files >errno out status"},
    {"ferror feof ferror_unlocked feof_unlocked fileno fileno_unlocked __fpending __freading __fwriting", "s0 >errno"},
    {"clearerr clearerr_unlocked rewind", "s0 >errno status"},
    {"fseek fseeko fseeko64 _IO_seekoff", "s0 >errno status"},
    {"ftell ftello ftello64", "s0 >errno"},
    {"fgetpos", "s0 w1 >errno"},
    {"fsetpos", "s0 r1 >errno status"},
    {"setvbuf", "s0 keep1:files status"},
    {"setbuf setlinebuf", "s0 keep1:files status"},
    {"flockfile funlockfile ftrylockfile", "s0"},
    {"fwide", "s0 status"},
    {"remove unlink rmdir", "r0 <files >files >errno out"},
    {"rename link symlink", "r0 r1 <files >files >errno out"},
    {"tmpnam", "w0 ret=0 ret=state:other <files"},
    // unistd.h, fcntl.h, sys/stat.h
    {"write pwrite pwrite64 vernier_write", "r1[2] ofd0 >errno out"},
    {"read vernier_read", "w1 fd0 >errno in"},
    {"__read_chk pread pread64", "w1 fd0 >errno in"},
    {"open vernier_open open64 creat __open_2 __open64_2", "r0 <files >files >errno in out opens"},
    {"openat openat64 __openat_2", "r1 <files >files >errno in out opens"},
    {"close vernier_close", "fd0 >errno out rewire status"},
    {"lseek vernier_lseek lseek64", "fd0 >errno status"},
    {"ftruncate ftruncate64", "fd0 >errno out"},
    {"truncate truncate64", "r0 <files >files >errno out"},
    {"dup", "fd0 >errno rewire status opens"},
    {"dup2 dup3", "fd0 >errno out rewire status"},
    {"pipe pipe2", "w0 <files >files >errno rewire opens"},
    {"isatty", "fd0 >errno in"},
    {"ttyname", "fd0 >errno ret=state:other >other in"},
    {"fsync fdatasync", "fd0 >errno out"},
    {"fcntl fcntl64", "fd0 <files >files R2 W2 >errno status"},
    {"ioctl", "fd0 R2 W2 >errno in out status"},
    {"posix_fadvise posix_fadvise64", "fd0"},
    {"access faccessat euidaccess eaccess", "r0 r1 <files >errno in"},
    {"stat lstat stat64 lstat64", "r0 w1 <files >errno in"},
    {"__xstat __lxstat __xstat64 __lxstat64", "r1 w2 <files >errno in"},
    {"fstat fstat64", "w1 <files >errno in"},
    {"__fxstat __fxstat64", "w2 <files >errno in"},
    {"fstatat fstatat64 __fxstatat", "r1 w2 r2 w3 <files >errno in"},
    {"statfs statvfs statfs64 statvfs64", "r0 w1 <files >errno in"},
    {"chmod lchmod mkdir mkfifo mknod chown lchown", "r0 <files >files >errno out"},
    {"fchmod fchown futimens", "r1 <files >files >errno out"},
    {"fchmodat fchownat unlinkat mkdirat mkfifoat mknodat", "r1 <files >files >errno out"},
    {"linkat renameat renameat2", "r1 r3 <files >files >errno out"},
    {"symlinkat", "r0 r2 <files >files >errno out"},
    {"utimensat utimes utime lutimes futimesat", "r0 r1 r2 <files >files >errno out"},
    {"readlink", "r0 w1 <files >errno in"},
    {"readlinkat", "r1 w2 <files >errno in"},
    {"chdir", "r0 <files >process >errno"},
    {"fchdir", "<files >process >errno"},
    {"chroot", "r0 <files >process >errno out"},
    {"getcwd", "w0 ret=0 ret=fresh init <process <files >errno in"},
    {"get_current_dir_name", "ret=fresh init <process <files >errno in"},
    {"umask", "<process >process"},
    {"getpid getppid gettid getpgrp getsid getpgid", "<clock in"},
    {"getuid geteuid getgid getegid", "<process in"},
    {"getgroups", "w1 <process >errno in"},
    {"setuid setgid seteuid setegid setpgid setsid", "<process >process >errno out"},
    {"getlogin", "<env <files ret=state:other >other >errno in"},
    {"gethostname getdomainname", "w0 <env >errno in"},
    {"uname", "w0 <env >errno in"},
    {"sysconf getpagesize getdtablesize get_nprocs get_nprocs_conf", "<env <process >errno in"},
    {"pathconf fpathconf", "<files <process >errno in"},
    {"getrlimit getrlimit64", "w1 <process >errno in"},
    {"setrlimit setrlimit64", "r1 <process >process >stdin-status >stdout-status >stderr-status >files-status >errno"},
    {"getrusage", "w1 <clock >errno in"},
    {"sleep usleep alarm ualarm pause", "<clock >clock >errno in"},
    {"nanosleep clock_nanosleep", "r0 r2 w1 w3 <clock >errno in"},
    {"sched_yield sync", ""},
    {"getpriority setpriority nice", "<process >process >errno"},
    {"getrandom getentropy", "w0 <random >random >errno in"},
    {"opendir", "r0 ret=fresh init <files >errno in opens"},
    {"fdopendir", "ret=fresh init <files >errno in"},
    {"readdir readdir64", "r0 w0 ret~0 ret=state:other <files >other >errno in"},
    {"closedir rewinddir seekdir", "r0 w0 <files >errno"},
    {"telldir dirfd", "r0 >errno"},
    {"munmap madvise mlock munlock", "<files >files >errno"},
    {"msync", "r0 <files >files >errno out"},
    // processes and signals
    {"fork vfork", "<clock <files >files >errno in out leave >children <children"},
    {"wait waitpid wait3 wait4", "w0 w1 w3 <files >files >errno in <children >children"},
    {"execv execvp execve execvpe", "R0 R1 R2 <env <files leave >errno out"},
    {"kill raise killpg", "leave >errno out >children"},
    {"signal sysv_signal bsd_signal __sysv_signal", "acall1() keep1:other <other >other >errno ret~state:other"},
    {"sigaction", "R1 W2 dcall1() keep*1:other put2~state:other <other >other >errno"},
    {"sigemptyset sigfillset", "w0"},
    {"sigaddset sigdelset", "r0 w0 >errno"},
    {"sigismember", "r0 >errno"},
    {"sigprocmask pthread_sigmask", "r1 w2 <other >other leave >errno"},
    {"sigsuspend", "r0 leave >errno"},
    {"siginterrupt", "<other >other >errno"},
    {"setitimer getitimer", "r1 w1 w2 <clock >errno"},
    // time.h
    {"time", "w0#8 <clock in"},
    {"clock", "<clock in"},
    {"times", "w0 <clock in"},
    {"gettimeofday", "w0 w1 <clock >errno in"},
    {"clock_gettime clock_getres timespec_get", "w1 w0 <clock >errno in"},
    {"clock_settime settimeofday", "r0 r1 >clock >errno out"},
    {"difftime", ""},
    {"mktime timelocal", "r0 w0 <env <files <locale >errno <g:tzname >g:tzname"},
    {"timegm", "r0 w0 >errno"},
    {"localtime gmtime", "r0 <env <files >other ret=state:other >errno >g:tzname"},
    {"localtime_r gmtime_r", "r0 w1 ret=1 <env <files >errno >g:tzname"},
    {"ctime asctime", "r0 R0 <env <files <locale >other ret=state:other >errno"},
    {"strftime strftime_l __strftime_l", "R3 r2 w0 <locale <env >errno <g:tzname"},
    {"strptime", "r0 r1 w2 ret~0 <locale"},
    {"tzset", "<env <files >other >g:tzname >g:timezone >g:daylight"},
    // locale.h, langinfo.h, libintl.h, iconv.h
    {"setlocale", "r1 <env <files >locale <locale ret=state:locale >errno"},
    {"localeconv", "<locale ret=state:locale"},
    {"nl_langinfo nl_langinfo_l", "<locale ret=state:locale"},
    {"newlocale uselocale duplocale", "r1 <env <files <locale >locale ret=state:locale >errno"},
    {"freelocale", ">locale"},
    {"gettext", "r0 <locale <env <files ret=0 ret=state:locale >errno"},
    {"dgettext", "r0 r1 <locale <env <files ret=1 ret=state:locale >errno"},
    {"dcgettext __dcgettext", "r0 r1 <locale <env <files ret=1 ret=state:locale >errno"},
    {"ngettext", "r0 r1 <locale <env <files ret=0 ret=1 ret=state:locale >errno"},
    {"dngettext dcngettext", "r0 r1 r2 <locale <env <files ret=1 ret=2 ret=state:locale >errno"},
    {"textdomain", "r0 <locale >locale ret=state:locale >errno"},
    {"bindtextdomain bind_textdomain_codeset", "r0 r1 <locale >locale ret=state:locale >errno"},
    {"iconv_open", "r0 r1 ret=fresh init <files >errno"},
    {"iconv", "r0 w0 r1 w1 rr1 r2 w2 r3 w3 ww3 r4 w4 put1*1 put3*3 >errno"},
    {"iconv_close", "r0 >errno"},
    // errno.h, getopt.h, pwd.h, grp.h
    {"__errno_location", "ret=state:errno"},
    {"getopt", "R1 W1 r2 <env <other >other <g:optind >g:optind >g:optarg >g:optopt <g:opterr >stderr gput:optarg*1 "
               "out <g:stderr"},
    {"getopt_long getopt_long_only",
     "R1 W1 r2 R3 W3 w4 <env <other >other <g:optind >g:optind >g:optarg >g:optopt <g:opterr "
     "<stderr >stderr gput:optarg*1 out <g:stderr"},
    {"getpwnam getgrnam", "r0 <files ret=state:other >other >errno in"},
    {"getpwuid getgrgid getpwent getgrent", "<files ret=state:other >other <other >errno in"},
    {"setpwent endpwent setgrent endgrent setutxent endutxent", ">other"},
    {"getutxent", "<files ret=state:other >other <other >errno in"},
    // math.h, fenv.h
    {"sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 exp10 log log2 log10 log1p logb sqrt "
     "cbrt "
     "gamma tgamma erf erfc pow atan2 fmod remainder hypot fdim scalb significand drem j0 j1 y0 y1",
     ">errno"},
    {"sinf cosf tanf asinf acosf atanf sinhf coshf tanhf expf exp2f expm1f logf log2f log10f log1pf sqrtf cbrtf powf "
     "atan2f fmodf "
     "remainderf hypotf fdimf",
     ">errno"},
    {"sinl cosl tanl asinl acosl atanl expl exp2l logl log2l log10l sqrtl cbrtl powl atan2l fmodl hypotl", ">errno"},
    {"lgamma lgammaf", ">errno >g:signgam"},
    {"fabs fabsf fabsl ceil ceilf ceill floor floorf floorl trunc truncf truncl round roundf roundl rint rintf rintl "
     "nearbyint "
     "nearbyintf nearbyintl copysign copysignf copysignl fmax fmaxf fmaxl fmin fminf fminl fma fmaf fmal",
     ""},
    {"lrint lrintf lrintl llrint llrintf lround lroundf lroundl llround llroundf ilogb ilogbf ilogbl ldexp ldexpf "
     "ldexpl scalbn "
     "scalbnf scalbnl scalbln nextafter nextafterf nexttoward",
     ">errno"},
    {"isnan isnanf isnanl isinf isinff isinfl finite finitef finitel __isnan __isinf __finite __isnanl __isinfl "
     "__fpclassify "
     "__fpclassifyf __fpclassifyl __signbit __signbitf __signbitl",
     ""},
    {"frexp frexpf frexpl", "w1#4"},
    {"modf modff modfl", "w1"},
    {"remquo remquof", "w2 >errno"},
    {"sincos sincosf", "w1 w2 >errno"},
    {"nan nanf nanl", "r0"},
    // fesetround and fesetenv change what every operation means: nobody knows them.
    {"feclearexcept feraiseexcept", ">other"},
    {"fegetround fetestexcept", "<other"},
    // search.h, regex.h, fnmatch.h, glob.h
    {"fnmatch", "r0 r1 <locale"},
    {"regcomp", "w0 r1 put0=fresh <locale"},
    {"regexec", "R0 r1 w3 <locale"},
    {"regerror", "R1 w2 <locale"},
    {"regfree", "R0 w0"},
    // more of what utilities call
    {"gnu_dev_major gnu_dev_minor gnu_dev_makedev __sched_cpucount", ""},
    {"basename __xpg_basename dirname", "r0 w0 ret~0 ret=state:other <other >other"},
    {"execl execlp execle", "r0 r1+ <env <files leave >errno out"},
    {"sched_getaffinity", "w2 <env >errno in"},
    {"getauxval gethostid", "<env >errno in"},
    {"tcgetattr", "w1 fd0 >errno in"},
    {"tcsetattr", "r2 fd0 >errno out status"},
    {"fallocate fallocate64 posix_fallocate posix_fallocate64 syncfs flock", "fd0 <files >files >errno out"},
    {"copy_file_range splice", "r1 w1 r3 w3 <files >files <stdin >stdin <stdout >stdout <stderr >stderr >errno in out"},
    {"statx", "r1 w4 <files >errno in"},
    {"getgrouplist", "r0 w2 r3 w3 <files >errno in"},
    {"__flbf __fbufsize", "s0"},
    {"__fsetlocking", "s0 status"},
    {"__explicit_bzero_chk", "w0[1]"},
    // pthreads, as far as programs with one thread call them
    {"pthread_mutex_init pthread_cond_init pthread_mutexattr_init pthread_attr_init", "w0 r1"},
    {"pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock pthread_mutex_destroy pthread_cond_signal "
     "pthread_cond_broadcast "
     "pthread_cond_destroy pthread_attr_destroy",
     "r0 w0"},
    {"pthread_self", ""},
};

const unsigned EffectRowCount = sizeof(EffectRows) / sizeof(EffectRows[0]);

} // namespace vernier

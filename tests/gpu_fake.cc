// SPDX-License-Identifier: GPL-3.0-or-later
// An emulated GPU: the functions of the CUDA driver and of NVRTC that the library uses, for tests
// on machines without a GPU.  NVRTC gives the kernel to the C++ compiler CXX, after
// tests/gpu_host.h. The "machine code" is the name of a library, which the driver loads.  Memory of
// the device is memory of the process.  A launch is over when its function returns.
//
// Environment: PM_FAKE_FOLDER, the folder for files; PM_FAKE_DEVICES, the number of devices (2);
// PM_FAKE_LOG, a file that gets a line with the number of the device for each launch;
// PM_FAKE_SECONDS: a block computes nothing but takes that long, one launch after the other on each
// device; PM_FAKE_MEMORY, the bytes of memory of a device (139 GiB); PM_FAKE_TAKEN, how many of
// these another program uses; PM_FAKE_HOST, the bytes of the process that the driver keeps (0).
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define API extern "C" int

namespace
{

struct program {
    std::string text, name, code;
    std::vector<std::string> header, header_name;
};

struct shape { // as in tests/gpu_host.h
    unsigned x, y, threads, shared;
};

typedef void emulated(void **arguments, const shape *shape);

typedef std::chrono::steady_clock clock_type;
typedef clock_type::time_point moment;

enum { MOST_DEVICES = 64 };

// A context is a device.  A stream is the time at which its launches end.
struct device {
    std::mutex lock;
    moment idle; // the device is idle from then on
} devices[MOST_DEVICES];

thread_local std::vector<device *> entered;
std::mutex emulator; // kernels have global variables
// What was compiled, by command, text and headers; devices of a machine ask for the same kernels.
std::map<std::string, std::string> compiled;
std::mutex compiler;
std::atomic<int> refusals; // kernels that do not compile
std::atomic<int> contexts; // retained and not yet released
std::atomic<int> blocks;   // of memory, not yet freed
std::atomic<int> allocations;
std::atomic<int> first_refused{-1}, refused; // these allocations fail; -1: none

struct upload {
    void *to;
    std::string data;
};
std::vector<upload> uploads; // not yet done
std::mutex uploads_lock;

std::map<void *, std::pair<device *, size_t>> sizes; // of all memory, with that for results
std::mutex sizes_lock;

// With this flag fma() is an instruction and not a call; other machines need no flag.
#ifdef __x86_64__
const char *const with_fma = "-march=native ";
#else
const char *const with_fma = "";
#endif

std::string environment(const char *name, const char *otherwise)
{
    const char *const value = getenv(name);
    return value != nullptr ? value : otherwise;
}

void finish_uploads()
{
    const std::lock_guard<std::mutex> held(uploads_lock);

    for (const upload &u : uploads)
        memcpy(u.to, u.data.data(), u.data.size());
    uploads.clear();
}

void log_launch()
{
    FILE *const log = fopen(environment("PM_FAKE_LOG", "/dev/null").c_str(), "a");

    if (log != nullptr) {
        fprintf(log, "%d\n", (int)(entered.back() - devices));
        fclose(log);
    }
}

// A launch begins when the launches before it are over.
void take_time(moment *stream, double seconds)
{
    const std::lock_guard<std::mutex> held(entered.back()->lock);

    entered.back()->idle =
        std::max(entered.back()->idle, clock_type::now()) +
        std::chrono::duration_cast<clock_type::duration>(std::chrono::duration<double>(seconds));
    *stream = entered.back()->idle;
}

// Renames the file when it is complete: other threads and processes may compile with it.
bool put_file(const std::string &folder, const std::string &name, const std::string &text)
{
    const std::string path = folder + "/" + name;

    for (size_t slash = folder.size() + 1; (slash = path.find('/', slash)) != path.npos; slash++)
        mkdir(path.substr(0, slash).c_str(), 0700);
    std::string draft = path + ".XXXXXX";
    const int made = mkstemp(&draft[0]);
    FILE *const file = made < 0 ? nullptr : fdopen(made, "w");
    return file != nullptr && fputs(text.c_str(), file) != EOF && fclose(file) == 0 &&
           rename(draft.c_str(), path.c_str()) == 0;
}

} // namespace

API fake_contexts()
{
    return contexts;
}
API fake_blocks()
{
    return blocks;
}
API fake_refusals()
{
    return refusals;
}
API fake_allocations()
{
    return allocations;
}

// The `count` allocations after the next `after` ones fail.
extern "C" void fake_refuse(int after, int count)
{
    refused = count;
    first_refused = allocations + after;
}

API cuInit(unsigned)
{
    static std::vector<char> kept;

    if (kept.empty())
        kept.assign(strtoul(environment("PM_FAKE_HOST", "0").c_str(), nullptr, 10), 1);
    return 0;
}
API cuDriverGetVersion(int *version)
{
    *version = 13000;
    return 0;
}
API cuGetErrorString(int, const char **text)
{
    *text = "an error";
    return 0;
}
API cuDeviceGetCount(int *count)
{
    *count = std::min(std::stoi(environment("PM_FAKE_DEVICES", "2")), (int)MOST_DEVICES);
    return 0;
}
API cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}
API cuDeviceGetName(char *name, int room, int device)
{
    snprintf(name, room, "fake %d", device);
    return 0;
}
API cuDeviceGetAttribute(int *value, int attribute, int)
{
    *value = attribute == 75   ? 9
             : attribute == 76 ? 0
             : attribute == 16 ? 2 // multiprocessors: launches have several blocks
             : attribute == 97 ? 66560
                               : 1;
    return 0;
}
API cuDeviceTotalMem_v2(size_t *bytes, int)
{
    *bytes = std::stoull(environment("PM_FAKE_MEMORY", "149250113536"));
    return 0;
}
API cuMemGetInfo_v2(size_t *left, size_t *all)
{
    const std::lock_guard<std::mutex> held(sizes_lock);
    size_t used = std::stoull(environment("PM_FAKE_TAKEN", "0"));

    if (entered.empty())
        return 201;
    for (const auto &block : sizes)
        if (block.second.first == entered.back())
            used += block.second.second;
    cuDeviceTotalMem_v2(all, 0);
    *left = *all > used ? *all - used : 0;
    return 0;
}
API cuDevicePrimaryCtxRetain(void **context, int ordinal)
{
    contexts++;
    *context = &devices[ordinal];
    return 0;
}
API cuDevicePrimaryCtxSetFlags_v2(int, unsigned)
{
    return 0;
}
API cuDevicePrimaryCtxRelease_v2(int)
{
    contexts--;
    return 0;
}
API cuCtxPushCurrent_v2(void *context)
{
    entered.push_back((device *)context);
    return 0;
}
API cuCtxPopCurrent_v2(void **context)
{
    *context = entered.back();
    entered.pop_back();
    return 0;
}
// Memory belongs to the device of the thread.
API cuMemAlloc_v2(void **pointer, size_t size)
{
    if (entered.empty())
        return 201;
    const int number = allocations++, first = first_refused;
    if (first >= 0 && number >= first && number - first < refused)
        return 2;
    *pointer = calloc(1, size);
    blocks++;
    const std::lock_guard<std::mutex> held(sizes_lock);
    sizes[*pointer] = {entered.back(), size};
    return *pointer != nullptr ? 0 : 2;
}
API cuMemFree_v2(void *pointer)
{
    if (entered.empty())
        return 201;
    const std::lock_guard<std::mutex> held(sizes_lock);
    sizes.erase(pointer);
    free(pointer);
    blocks--;
    return 0;
}
API cuMemAllocHost_v2(void **pointer, size_t size)
{
    return cuMemAlloc_v2(pointer, size);
}
API cuMemFreeHost(void *pointer)
{
    return cuMemFree_v2(pointer);
}
// As drivers may do: the source can be reused at once, but the copy arrives when stream 0 is waited
// for.
API cuMemcpyHtoD_v2(void *to, const void *from, size_t size)
{
    const std::lock_guard<std::mutex> held(uploads_lock);

    uploads.push_back({to, std::string((const char *)from, size)});
    return 0;
}
API cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t size, void *)
{
    memcpy(to, from, size);
    return 0;
}
API cuStreamCreate(void **stream, unsigned)
{
    *stream = new moment;
    return 0;
}
API cuStreamDestroy_v2(void *stream)
{
    delete (moment *)stream;
    return 0;
}
API cuStreamSynchronize(void *stream)
{
    if (stream == nullptr)
        finish_uploads();
    else
        std::this_thread::sleep_until(*(moment *)stream);
    return 0;
}
API cuModuleLoadData(void **module, const void *image)
{
    *module = dlopen((const char *)image, RTLD_NOW | RTLD_LOCAL);
    return *module != nullptr ? 0 : 200;
}
API cuModuleUnload(void *)
{
    return 0;
}
API cuModuleGetFunction(void **function, void *module, const char *name)
{
    *function = dlsym(module, (std::string("emulate_") + name).c_str());
    return *function != nullptr ? 0 : 500;
}
API cuFuncSetAttribute(void *, int, int)
{
    return 0;
}
API cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned, unsigned threads, unsigned,
                   unsigned, unsigned shared, void *stream, void **arguments, void **)
{
    const double seconds = std::stod(environment("PM_FAKE_SECONDS", "0"));

    log_launch();
    if (seconds > 0) {
        take_time((moment *)stream, seconds * x * y);
        return 0;
    }
    const std::lock_guard<std::mutex> held(emulator);
    const shape shape = {x, y, threads, shared};
    ((emulated *)function)(arguments, &shape);
    return 0;
}

API nvrtcGetNumSupportedArchs(int *count)
{
    *count = 1;
    return 0;
}
API nvrtcGetSupportedArchs(int *archs)
{
    archs[0] = 90;
    return 0;
}
API nvrtcCreateProgram(program **out, const char *text, const char *name, int headers,
                       const char *const *header, const char *const *header_name)
{
    program *const p = new program{text, name, "", {}, {}};

    for (int k = 0; k < headers; k++) {
        p->header.push_back(header[k]);
        p->header_name.push_back(header_name[k]);
    }
    *out = p;
    return 0;
}
API nvrtcDestroyProgram(program **p)
{
    delete *p;
    return 0;
}
API nvrtcCompileProgram(program *p, int options, const char *const *option)
{
    const std::lock_guard<std::mutex> held(compiler);
    const std::string folder = environment("PM_FAKE_FOLDER", "."),
                      host = environment("srcdir", ".");
    std::string command =
        environment("CXX", "c++") +
        " -std=c++17 -w -O1 -fno-strict-aliasing -ffp-contract=off -shared -fPIC " + with_fma +
        "-I" + folder + " -include '" + host + "/tests/gpu_host.h'";

    for (int k = 0; k < options; k++)
        if (strncmp(option[k], "-D", 2) == 0 && strstr(option[k], "__builtin") == nullptr)
            command += std::string(" '") + option[k] + "'";
    std::string what = command + p->text;
    for (const std::string &header : p->header)
        what += header;
    std::string &code = compiled[what];
    if (code.empty()) {
        const std::string own =
            "kernel" + std::to_string(getpid()) + "." + std::to_string(compiled.size());
        const std::string base = folder + "/" + own;
        const char *const kernels = p->name == "graded.cu"
                                        ? "EMULATE(roots) EMULATE(inner) EMULATE(last)"
                                        : "EMULATE(walk)";
        bool good = put_file(folder, own + ".cc", p->text + "\n" + kernels + "\n");
        for (size_t k = 0; k < p->header.size(); k++)
            good = good && put_file(folder, p->header_name[k], p->header[k]);
        if (!good || system((command + " -o " + base + ".so " + base + ".cc").c_str()) != 0) {
            refusals++;
            return 6;
        }
        code = base + ".so";
    }
    p->code = code;
    return 0;
}
API nvrtcGetProgramLogSize(program *, size_t *size)
{
    *size = 0;
    return 0;
}
API nvrtcGetProgramLog(program *, char *)
{
    return 0;
}
API nvrtcGetCUBINSize(program *p, size_t *size)
{
    *size = p->code.size() + 1;
    return 0;
}
API nvrtcGetCUBIN(program *p, char *code)
{
    strcpy(code, p->code.c_str());
    return 0;
}
API nvrtcGetPTXSize(program *p, size_t *size)
{
    return nvrtcGetCUBINSize(p, size);
}
API nvrtcGetPTX(program *p, char *code)
{
    return nvrtcGetCUBIN(p, code);
}
